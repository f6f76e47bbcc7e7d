import { ECDH } from 'node:crypto';
import {
  maxPushDevices,
  type Actor,
  type addPushDevice,
  type ParsedInputOf,
  type PushDevice,
} from '@lead-finder/contracts';
import { Clock, Database, invalidField, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { moment } from '../lead/lead-columns.js';

const columns = `id, name, ${moment('created_at')} as "createdAt", ${moment('last_push_at')} as "lastPushAt"`;

/** The browsers in which users switched notifications on (docs/product/notifications.md#on-a-device). */
@Injectable()
export class PushDevices {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  list({ id, sessionId }: Actor): Promise<PushDevice[]> {
    return this.database.query(
      `select ${columns}, session_id is not distinct from $2 as current
       from push_devices where user_id = $1 order by seen_at desc limit ${maxPushDevices}`,
      [id, sessionId ?? null],
    );
  }

  /** A browser belongs to the user who signed in to it last. */
  add({ endpoint, keys, name }: ParsedInputOf<typeof addPushDevice>, actor: Actor): Promise<PushDevice> {
    rejectUnlessOnCurve(keys.p256dh);
    return this.database.transaction(async () => {
      await this.database.query(
        'delete from pushes using push_devices d where device_id = d.id and d.endpoint = $1 and d.user_id <> $2',
        [endpoint, actor.id],
      );
      const [device] = await this.database.query<PushDevice>(
        `insert into push_devices (user_id, session_id, endpoint, p256dh, auth, name, created_at, seen_at, try_at)
         values ($1, $2, $3, $4, $5, $6, $7, $7, $7)
         on conflict (endpoint) do update set user_id = excluded.user_id, session_id = excluded.session_id,
           p256dh = excluded.p256dh, auth = excluded.auth, name = excluded.name, seen_at = excluded.seen_at,
           failures = 0, try_at = excluded.try_at
         returning ${columns}, true as current`,
        [actor.id, actor.sessionId ?? null, endpoint, keys.p256dh, keys.auth, name, this.clock.now()],
      );
      await this.database.query(
        `delete from push_devices where id in (
           select id from push_devices where user_id = $1 order by id = $2 desc, seen_at desc offset ${maxPushDevices})`,
        [actor.id, device!.id],
      );
      return device!;
    });
  }

  /** Rejects with 404 if the user has no such device. */
  async remove(userId: number, id: number): Promise<void> {
    const removed = await this.database.query('delete from push_devices where id = $1 and user_id = $2 returning 1', [
      id,
      userId,
    ]);
    if (removed.length === 0) throw notFound('Device');
  }

  async sessionsEnded(userId: number, sessionId: string | null, keptSessionId: string | null): Promise<void> {
    await this.database.query(
      `delete from push_devices
       where user_id = $1 and case when $2::text is null then session_id is distinct from $3 else session_id = $2 end`,
      [userId, sessionId, keptSessionId],
    );
  }
}

function rejectUnlessOnCurve(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
  } catch {
    throw invalidField('keys.p256dh', 'Must be a public key');
  }
}
