import {
  isPool,
  type Actor,
  type areaSearchEnded,
  type breakGlassUsed,
  type ContactActivity,
  type importFinished,
  type Notification,
  type PayloadOf,
} from '@lead-finder/contracts';
import { counted, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { LeadSignals } from '../lead/lead-signals.js';
import { Pushes } from '../push/pushes.js';
import { JobMails, type MailedKind } from './job-mails.js';
import { wants } from './notification-settings.js';
import { excerpt, movedText, returnedText, titles } from './notification-texts.rules.js';

interface OneLead {
  id: number;
  businessId: number;
  name: string;
}

/** A user who got leads from others. `lead` is named in the text if it is the only one. */
export interface NewOwner {
  userId: number;
  leads: number;
  lead?: OneLead | null | undefined;
}

export interface DueLead extends OneLead {
  userId: number;
  activityId: number;
  description: string;
}

interface NewNotification {
  userId: number;
  title: string;
  message: string;
  /** The lead that a click opens; absent if the notification is about several. */
  lead?: OneLead | null | undefined;
  activityId?: number;
  sourceUserId?: number;
  leads?: number;
}

type Warning = Pick<NewNotification, 'title' | 'message' | 'sourceUserId'> & { kind?: 'webhook' };

/** Notifications that count up instead of multiplying, and their text after the number. */
interface Batch {
  id: string;
  messageOfMany: string;
}

/**
 * Writes notifications in the transaction of the change (docs/product/notifications.md#what-notifies-a-user). Users get
 * none for their own actions and none of a kind that they switched off.
 */
@Injectable()
export class Notifications {
  constructor(
    private readonly database: Database,
    private readonly signals: LeadSignals,
    private readonly mails: JobMails,
    private readonly pushes: Pushes,
  ) {}

  /** Assignments with the same `batchId`, actor and user share one notification, whose text has their number. */
  async assigned(userId: number, lead: OneLead, batchId: string | null, actor: Actor): Promise<void> {
    if (userId === actor.id) return;
    const message = `${lead.name} was assigned to you by ${actor.fullName}.`;
    const batch = batchId && { id: batchId, messageOfMany: ` businesses were assigned to you by ${actor.fullName}.` };
    await this.insert(
      'assigned',
      [{ userId, title: 'New business assigned', message, lead, sourceUserId: actor.id }],
      batch || undefined,
    );
  }

  async reassigned(userId: number, leads: readonly OneLead[], actor: Actor): Promise<void> {
    const lead = leads.length === 1 ? leads[0] : undefined;
    if (leads.length > 0) await this.moved('reassigned', [{ userId, leads: leads.length, lead }], actor);
  }

  /** Sends each owner one notification for all leads that an import or a bulk job gave them. */
  async moved(
    kind: 'assigned' | 'reassigned',
    owners: readonly NewOwner[],
    actor: { id: number; fullName?: string },
  ): Promise<void> {
    const name = actor.fullName ?? (await this.nameOf(actor.id));
    await this.insert(
      kind,
      owners
        .filter(({ userId }) => userId !== actor.id && !isPool(userId))
        .map((each) => ({ ...each, ...movedText(each, kind, name), sourceUserId: actor.id })),
    );
  }

  /** The leads that a live plan gives with the same `burst` share one notification, whose text has their number. */
  async distributed(
    owners: readonly NewOwner[],
    { userId: sourceUserId, name }: { userId: number; name: string },
    burst: string,
  ): Promise<void> {
    const rows = owners
      .filter(({ userId }) => !isPool(userId))
      .map((each) => ({ ...each, ...movedText(each, 'assigned', name), sourceUserId }));
    await this.insert('assigned', rows, { id: burst, messageOfMany: ` businesses were assigned to you by ${name}.` });
  }

  /** Sends each former owner one notification for all leads that went to a pool. */
  async returned(owners: readonly NewOwner[], { id, fullName }: Actor): Promise<void> {
    const others = owners.filter(({ userId }) => userId !== id);
    await this.insert(
      'reassigned',
      others.map((each) => ({
        userId: each.userId,
        leads: each.leads,
        ...returnedText(each, fullName),
        sourceUserId: id,
      })),
    );
  }

  /** A manager's note on a lead of the branch, or a follow-up for its owner. */
  async commented(lead: OneLead & { userId: number }, { scheduledAt, description }: ContactActivity, actor: Actor) {
    const [title, what] = scheduledAt ? ['New follow-up', 'planned for'] : ['New comment', 'commented on'];
    const message = `${actor.fullName} ${what} ${lead.name}: ${excerpt(description)}`;
    await this.insert('comment', [{ userId: lead.userId, title, message, lead, sourceUserId: actor.id }]);
  }

  async followUpsDue(due: readonly DueLead[]): Promise<void> {
    const owners = [...new Set(due.map(({ userId }) => userId))];
    await this.insert(
      'follow_up',
      owners.map((userId) => {
        const [first, ...more] = due.filter((lead) => lead.userId === userId) as [DueLead, ...DueLead[]];
        if (more.length === 0) {
          return {
            userId,
            title: 'Follow-up due',
            message: `${first.name}: ${excerpt(first.description)}`,
            lead: first,
            activityId: first.activityId,
          };
        }
        const leads = more.length + 1;
        return {
          userId,
          title: 'Follow-ups due',
          message: `${counted(leads, 'follow-up')} are due. They stand in My day.`,
          leads,
        };
      }),
    );
  }

  /** The user who signed in gets it too. */
  async breakGlassUsed({ fullName, adminIds }: PayloadOf<typeof breakGlassUsed>): Promise<void> {
    const message = `${fullName} signed in with a local password or passkey, although these are switched off.`;
    await this.warn(adminIds, { title: 'Break glass sign-in', message });
  }

  /** Cannot be switched off. */
  async warn(userIds: readonly number[], { title, message, sourceUserId, kind }: Warning, batch?: Batch) {
    const rows = userIds.map((userId) => ({ userId, title, message, ...(sourceUserId && { sourceUserId }) }));
    await this.insert(kind ?? 'security', rows, batch);
  }

  async teamOverdue(userId: number, count: number): Promise<void> {
    const message = `${counted(count, 'follow-up of your teams is', 'follow-ups of your teams are')} overdue.`;
    await this.insert('overdue', [{ userId, title: 'Follow-ups overdue', message }]);
  }

  async importEnded({
    createdBy,
    fileName,
    status,
    total,
    successful,
  }: PayloadOf<typeof importFinished>): Promise<void> {
    const counts = `${successful.toLocaleString('en-US')} of ${counted(total, 'business', 'businesses')} imported`;
    const [title, message] = {
      completed: ['Import finished', `${fileName}: ${counts}.`],
      failed: ['Import failed', `${fileName} could not be imported to its end: ${counts}.`],
      cancelled: ['Import cancelled', `${fileName} was cancelled: ${counts}.`],
      undone: ['Import undone', `${fileName} was taken back.`],
    }[status as string] ?? ['Import', `${fileName}: ${counts}.`];
    await this.ended('import', createdBy, title!, message!);
  }

  /** `what` is the action and how many leads it changed. */
  async jobEnded(userId: number, end: 'finished' | 'cancelled' | 'failed' | 'undone', what: string): Promise<void> {
    await this.ended('job', userId, `Bulk action ${end}`, what);
  }

  async exportEnded(userId: number, leads: number, failed: boolean): Promise<void> {
    const [title, message] = failed
      ? ['Export failed', 'leads.csv could not be written to its end.']
      : ['Export finished', `leads.csv: ${counted(leads, 'lead')}.`];
    await this.ended('job', userId, title!, message!);
  }

  async areaSearchEnded(search: PayloadOf<typeof areaSearchEnded>): Promise<void> {
    const { createdBy, businessType, location, found } = search;
    const counts = `${businessType} in ${location}: ${counted(found, 'business', 'businesses')} found.`;
    const [title, message] = {
      completed: ['Area search finished', counts],
      spent: ['Area search paused', `${counts} Its calls are used up.`],
      failed: ['Area search failed', `${counts} The page says why.`],
    }[search.status];
    await this.ended('search', createdBy, title!, message!);
  }

  /** Sends all the same title and text, and a mail if wanted. */
  async announce(kind: MailedKind, rows: readonly NewNotification[]): Promise<void> {
    await this.insert(kind, rows);
    const userIds = rows.map(({ userId }) => userId);
    if (rows[0]) await this.mails.compose(userIds, kind, rows[0].title, rows[0].message);
  }

  /** Work in the background ended: the user who started it learns of it. */
  private ended(kind: MailedKind, userId: number, title: string, message: string): Promise<void> {
    return this.announce(kind, [{ userId, title, message }]);
  }

  /** The only statement that adds notifications: it asks what each user wants, and reaches open pages and devices. */
  async insert(kind: Notification['type'], rows: readonly NewNotification[], batch?: Batch): Promise<void> {
    if (rows.length === 0) return;
    const recipients = await this.database.query<{ userId: number; isPushed: boolean }>(
      `with added as (insert into notifications
         (user_id, title, message, type, related_business_id, related_user_business_id, related_activity_id,
          source_user_id, leads, batch_id)
       select "userId", title, message, '${kind}', (lead->>'businessId')::bigint, (lead->>'id')::bigint, "activityId", "sourceUserId",
         coalesce(leads, 1), $2::uuid
       from jsonb_to_recordset($1) as new ("userId" bigint, title text, message text, lead jsonb, "activityId" bigint,
         "sourceUserId" bigint, leads int)
       where ${kind === 'comment' || kind === 'security' || kind === 'webhook' ? 'true' : wants('new."userId"', kind === 'overdue' ? 'follow_up' : kind)}
       on conflict (user_id, source_user_id, batch_id) where batch_id is not null do update set
         leads = notifications.leads + excluded.leads, title = $3, message = to_char(notifications.leads + excluded.leads, 'FM999,999,999') || $4, read = false,
         related_business_id = null, related_user_business_id = null
       returning id, user_id), pushed as (
         insert into pushes (device_id, notification_id)
         select d.id, added.id from added join push_devices d on d.user_id = added.user_id
         on conflict (device_id, notification_id) do update set version = pushes.version + 1
         returning notification_id)
       select user_id as "userId", exists (select 1 from pushed where notification_id = added.id) as "isPushed"
       from added`,
      [JSON.stringify(rows), batch?.id ?? null, titles.assigned[1], batch?.messageOfMany ?? null],
    );
    for (const { userId } of recipients) this.signals.notified(userId);
    if (recipients.some(({ isPushed }) => isPushed)) this.pushes.wake();
  }

  private async nameOf(userId: number): Promise<string> {
    const [user] = await this.database.query<{ name: string }>(
      'select full_name as name from assignees where id = $1',
      [userId],
    );
    return user?.name ?? `User ${userId}`;
  }
}
