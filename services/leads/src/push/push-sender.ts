import { buildPushPayload } from '@block65/webcrypto-web-push';
import type { Notification } from '@lead-finder/contracts';
import { Clock, Database, LOGGER, originOf, PublicHttps, SERVICE_SETTINGS, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { LeadsSettings } from '../leads.config.js';
import { notificationPages } from '../notification/notification-pages.js';
import { PushKeys, type PushKeyPair } from './push-keys.js';

interface DueDevice {
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface Waiting extends Pick<Notification, 'id' | 'title' | 'message' | 'type'> {
  leadId: number | null;
  version: number;
}

const atOnce = 10;
const timeoutMs = 10_000;
const lifeSeconds = 12 * 3_600;
const maxRetrySeconds = 3_600;

/**
 * Sends notifications to the push services of browsers. After a crash one goes out again; its tag replaces the first on
 * the screen.
 */
@Injectable()
export class PushSender {
  constructor(
    private readonly database: Database,
    private readonly keys: PushKeys,
    private readonly https: PublicHttps,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: LeadsSettings,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /** Returns whether there may be more. A crash frees a device after a minute. */
  async sendDue(): Promise<boolean> {
    const due = await this.database.query<DueDevice>(
      `update push_devices set try_at = $1::timestamptz + interval '1 minute' where id = any (array(
         select id from push_devices where id in (select device_id from pushes) and try_at <= $1
         order by try_at, id limit ${atOnce} for update skip locked))
       returning id, endpoint, p256dh, auth`,
      [this.clock.now()],
    );
    if (due.length === 0) return false;
    const keys = await this.keys.read();
    await Promise.all(due.map((device) => this.sendAllTo(device, keys)));
    return true;
  }

  private async sendAllTo(device: DueDevice, keys: PushKeyPair): Promise<void> {
    await this.database.query(
      `delete from pushes p using notifications n
       where p.device_id = $1 and n.id = p.notification_id and (n.read or n.created_at < $2)`,
      [device.id, new Date(this.clock.now().getTime() - lifeSeconds * 1_000)],
    );
    const waiting = await this.database.query<Waiting>(
      `select n.id, n.title, n.message, n.type, n.related_user_business_id as "leadId", p.version
       from pushes p join notifications n on n.id = p.notification_id where p.device_id = $1 order by n.id limit ${atOnce}`,
      [device.id],
    );
    for (const each of waiting) if (!(await this.send(device, each, keys))) return;
    await this.database.query('update push_devices set try_at = $2 where id = $1', [device.id, this.clock.now()]);
  }

  /** Returns whether the push service has it. */
  private async send(device: DueDevice, one: Waiting, keys: PushKeyPair): Promise<boolean> {
    try {
      const status = await this.post(device, one, keys);
      if (status === 404 || status === 410) {
        await this.database.query('delete from push_devices where id = $1', [device.id]);
        return false;
      }
      if (status >= 300) throw new Error(`The push service answered ${status}`);
    } catch (error) {
      const { host } = new URL(device.endpoint);
      this.log.warn({ err: error, host, device: device.id }, 'Notification not pushed to a device. It is repeated.');
      await this.database.query(
        `update push_devices set failures = failures + 1,
           try_at = $2::timestamptz + least(5 * 2 ^ least(failures, 12), ${maxRetrySeconds}) * interval '1 second'
         where id = $1`,
        [device.id, this.clock.now()],
      );
      return false;
    }
    // One statement, so that a crash between the two repeats the push and not half of it.
    await this.database.query(
      `with sent as (update push_devices set failures = 0, last_push_at = $4 where id = $1)
       delete from pushes where device_id = $1 and notification_id = $2 and version = $3`,
      [device.id, one.id, one.version, this.clock.now()],
    );
    return true;
  }

  private async post({ endpoint, p256dh, auth }: DueDevice, one: Waiting, keys: PushKeyPair): Promise<number> {
    const { id, title, message, type, leadId } = one;
    const path = leadId === null ? notificationPages[type] : `/business/${leadId}`;
    const { protocol, hostname, origin } = new URL(originOf(this.settings));
    const { headers, body } = await buildPushPayload(
      {
        data: { title, message, path, tag: String(id) },
        options: { ttl: lifeSeconds, topic: `n${id}`, urgency: type === 'follow_up' ? 'high' : 'normal' },
      },
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      { ...keys, subject: protocol === 'https:' ? origin : `mailto:postmaster@${hostname}` },
    );
    return this.https.post(endpoint, { headers, body, signal: AbortSignal.timeout(timeoutMs) });
  }
}
