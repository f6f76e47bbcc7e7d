import type { addPushDevice, InputOf, listPushDevices, OutputOf, PushDevice } from '@lead-finder/contracts';
import { request } from '../../lib/http';
import { pushOwner } from '../../lib/push-owner';
import { deviceName } from '../../ui/device-name.rules';

export const devicesKey = ['/api/notifications/devices'] as const;
export type PushDevices = OutputOf<typeof listPushDevices>;

/** Undefined if the browser shows no notifications while the page is closed. */
export async function pushManager(): Promise<PushManager | undefined> {
  if (!('Notification' in window && 'PushManager' in window)) return undefined;
  return (await navigator.serviceWorker?.getRegistration())?.pushManager;
}

/** Subscribes the browser, or renews its subscription. */
export async function subscribe(manager: PushManager, publicKey: string, automatic = false): Promise<PushDevice> {
  const key = Uint8Array.from(atob(publicKey.replace(/-/g, '+').replace(/_/g, '/')), (char) => char.charCodeAt(0));
  const former = await manager.getSubscription();
  const isOfThisKey = String(new Uint8Array(former?.options.applicationServerKey ?? [])) === String(key);
  if (former && !isOfThisKey) await former.unsubscribe();
  const current = isOfThisKey ? former : null;
  const subscription = current ?? (await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = subscription.toJSON() as Pick<InputOf<typeof addPushDevice>, 'endpoint' | 'keys'>;
  const device = { endpoint, keys, name: deviceName(navigator.userAgent) };
  return request<PushDevice>('POST', devicesKey[0], device, { automatic });
}

export async function unsubscribe(manager: PushManager): Promise<void> {
  pushOwner.clear();
  await (await manager.getSubscription())?.unsubscribe();
}

/** Renews the subscription of the user's browser at each visit, and ends that of a former user. */
export async function renewSubscription(userId: number): Promise<void> {
  const manager = await pushManager();
  if (!manager) return;
  if (pushOwner.read() !== userId) await unsubscribe(manager);
  else if (Notification.permission === 'granted') {
    const { publicKey } = await request<PushDevices>('GET', devicesKey[0], undefined, { automatic: true });
    await subscribe(manager, publicKey, true);
  }
}
