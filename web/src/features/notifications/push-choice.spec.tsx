import { screen, waitFor, within } from '@testing-library/react';
import { FakeApi, people } from '../../../test/fake-api';
import { renderApp } from '../../../test/render-app';
import { pushOwner } from '../../lib/push-owner';

/** A browser with a push service. `answer` is what its user says when it asks for the permission. */
function browserWithPush(permission: NotificationPermission, answer: NotificationPermission = 'granted') {
  const state = { asked: 0, subscription: null as PushSubscription | null };
  const notification = {
    permission,
    requestPermission: async () => {
      state.asked++;
      return (notification.permission = answer);
    },
  };
  const subscribe = async ({ applicationServerKey }: PushSubscriptionOptionsInit) => {
    const keys = { p256dh: `B${'p'.repeat(86)}`, auth: 'a'.repeat(22) };
    return (state.subscription = {
      options: { applicationServerKey },
      toJSON: () => ({ endpoint: 'https://push.example/1', keys }),
      unsubscribe: async () => {
        state.subscription = null;
        return true;
      },
    } as unknown as PushSubscription);
  };
  const pushManager = { getSubscription: async () => state.subscription, subscribe };
  Object.assign(window, { Notification: notification, PushManager: class {} });
  Object.defineProperty(navigator, 'serviceWorker', {
    configurable: true,
    value: { getRegistration: async () => ({ pushManager }) },
  });
  return state;
}
afterEach(() => {
  for (const name of ['Notification', 'PushManager']) Reflect.deleteProperty(window, name);
  Reflect.deleteProperty(navigator, 'serviceWorker');
  localStorage.clear();
});

/** Stores the devices of the user, as the leads service does. */
function server() {
  let devices: { id: number; name: string; current: boolean; createdAt: string; lastPushAt: null }[] = [];
  return new FakeApi()
    .signedIn(people.user)
    .on('GET /api/notifications/settings', {
      ...{
        assigned: true,
        reassigned: true,
        recycling: true,
        follow_up: true,
        import: true,
        job: true,
        search: true,
        export: true,
      },
      ...{ daily_summary: true, monday_brief: true, job_mail: false },
    })
    .on('GET /api/notifications/devices', () => ({ publicKey: btoa(`\u0004${'k'.repeat(64)}`), devices }))
    .on('POST /api/notifications/devices', ({ body }) => {
      const { name } = body as { name: string };
      devices = [{ id: 7, name, current: true, createdAt: '2026-11-18T10:00:00Z', lastPushAt: null }];
      return devices[0];
    })
    .on('DELETE /api/notifications/devices/*', () => {
      devices = [];
      return { message: 'Device removed' };
    });
}

async function openSettings() {
  const { user } = renderApp('/nowhere');
  await user.click(await screen.findByRole('button', { name: /your menu/ }));
  await user.click(await screen.findByRole('button', { name: 'Notification settings' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Notification settings' }));
  const choice = () => dialog.findByRole('checkbox', { name: 'Reminders on this device' });
  await choice();
  return { user, choice };
}
const sent = (api: FakeApi, call: string) => api.sent(call).map(({ body }) => body);

describe('Reminders on this device', () => {
  it('asks for the permission at the click, then subscribes the browser, and ends that again', async () => {
    const browser = browserWithPush('default');
    const api = server();
    const { user, choice } = await openSettings();
    expect(browser.asked).toBe(0);
    await user.click(await choice());
    await waitFor(async () => expect(await choice()).toBeChecked());
    expect(browser.asked).toBe(1);
    expect(sent(api, 'POST /api/notifications/devices')).toEqual([
      {
        endpoint: 'https://push.example/1',
        keys: { p256dh: `B${'p'.repeat(86)}`, auth: 'a'.repeat(22) },
        name: expect.any(String),
      },
    ]);
    await user.click(await choice());
    await waitFor(async () => expect(await choice()).not.toBeChecked());
    expect([browser.subscription, api.sent('DELETE /api/notifications/devices/7').length]).toEqual([null, 1]);
  });

  it('stay off and say why if the user refuses', async () => {
    browserWithPush('default', 'denied');
    const api = server();
    const { user, choice } = await openSettings();
    await user.click(await choice());
    await waitFor(async () => expect(await choice()).toBeDisabled());
    expect(await choice()).toHaveAccessibleDescription(/This browser blocks notifications/);
    expect(sent(api, 'POST /api/notifications/devices')).toEqual([]);
  });

  it('say so in a browser that cannot show them', async () => {
    server();
    const { choice } = await openSettings();
    expect(await choice()).toBeDisabled();
    expect(await choice()).toHaveAccessibleDescription('This browser cannot show them.');
  });

  it('continue at the next visit of their user, and end at the visit of another', async () => {
    const browser = browserWithPush('granted');
    const api = server();
    pushOwner.write(people.user.id);
    const { unmount } = renderApp('/nowhere');
    await waitFor(() => expect(sent(api, 'POST /api/notifications/devices')).toHaveLength(1));
    unmount();
    api.signedIn(people.manager);
    renderApp('/nowhere');
    await waitFor(() => expect([browser.subscription, pushOwner.read()]).toEqual([null, null]));
    expect(sent(api, 'POST /api/notifications/devices')).toHaveLength(1);
  });
});
