import { notificationSwitch, type NotificationSettings, type NotificationSwitch } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

const offByDefault: readonly NotificationSwitch[] = ['job_mail'];

/** SQL: whether the user wants this kind. The column `off` has the switches that differ from their default. */
export const wants = (user: string, kind: NotificationSwitch) =>
  `${offByDefault.includes(kind) ? '' : 'not '}exists (select 1 from notification_settings chosen where chosen.user_id = ${user} and '${kind}' = any (chosen.off))`;

/** The kinds of notifications and mails that each user wants. */
@Injectable()
export class NotificationChoices {
  constructor(private readonly database: Database) {}

  async of(userId: number): Promise<NotificationSettings> {
    const [row] = await this.database.query<{ off: string[] }>(
      'select off from notification_settings where user_id = $1',
      [userId],
    );
    return settingsWithout(row?.off ?? []);
  }

  /** Merges the changes, so that two tabs can switch different kinds at once. */
  async change(userId: number, changes: Partial<NotificationSettings>): Promise<NotificationSettings> {
    const named = Object.keys(changes);
    const off = named.filter((kind) => changes[kind as NotificationSwitch] === isOffByDefault(kind));
    const [row] = await this.database.query<{ off: string[] }>(
      `insert into notification_settings (user_id, off) values ($1, $2)
       on conflict (user_id) do update set off = array(
         select kind from unnest(notification_settings.off) as kind where kind <> all ($3)
         union select unnest(excluded.off)
       )
       returning off`,
      [userId, off, named],
    );
    return settingsWithout(row!.off);
  }
}

const isOffByDefault = (kind: string) => (offByDefault as readonly string[]).includes(kind);

const settingsWithout = (off: readonly string[]) =>
  Object.fromEntries(
    notificationSwitch.options.map((kind) => [kind, off.includes(kind) === isOffByDefault(kind)]),
  ) as NotificationSettings;
