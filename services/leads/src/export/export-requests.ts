import {
  leadFilter,
  type Actor,
  type KnownUser,
  type WaitingExport,
  type openAllowedExport,
  type OutputOf,
  type ParsedInputOf,
  type requestExport,
  type UserSummary,
} from '@lead-finder/contracts';
import { AppError, Clock, counted, Database, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { LeadAudit } from '../lead/lead-audit.js';
import { moment } from '../lead/lead-columns.js';
import { Notifications } from '../notification/notifications.js';
import { organisationPool } from '../pool/pools.js';
import { UserReplica } from '../user-replica/user-replica.js';
import { dayMs, withGrowth } from './export-limit.rules.js';
import { LeadExports } from './lead-exports.js';

const maxListed = 100;
const maxPerDay = 20;

const summaryOf = (id: string) => `(select json_build_object('id', id, 'username', username, 'fullName', full_name)
  from assignees where id = ${id})`;

/** Exports that wait for a second administrator (docs/product/lead-list.md#exports-that-wait). */
@Injectable()
export class ExportRequests {
  constructor(
    private readonly database: Database,
    private readonly exports: LeadExports,
    private readonly userReplica: UserReplica,
    private readonly notifications: Notifications,
    private readonly audit: LeadAudit,
    private readonly clock: Clock,
  ) {}

  list({ id, role }: Actor): Promise<WaitingExport[]> {
    return role === 'admin' ? this.stored('true') : this.stored('user_id = $2', id);
  }

  ask({ filter }: ParsedInputOf<typeof requestExport>, actor: Actor): Promise<WaitingExport> {
    return this.database.transaction(async () => {
      await this.userReplica.addActor(actor);
      await this.exports.lockFor(actor);
      const { waits, leads } = await this.exports.check(filter, actor);
      if (!waits) throw new AppError('invalid', 'validation_failed', 'This export need not wait');
      const administrators = await this.userReplica.administratorsExcept(actor.id);
      if (administrators.length === 0) throw withoutSecond();
      await this.rejectTooMany(actor);
      const now = this.clock.now();
      const [{ id }] = (await this.database.query<{ id: number }>(
        `insert into export_requests (user_id, role, filter, leads, asked_at, expires_at)
         values ($1, $2, $3, $4, $5, $6) returning id`,
        [actor.id, actor.role, JSON.stringify(filter), leads, now, new Date(now.getTime() + dayMs)],
      )) as [{ id: number }];
      await this.audit.record('export_requested', actor, counted(leads, 'lead'), { exportRequest: id, filter, leads });
      await this.notifications.announce(
        'export',
        administrators.map((userId) => ({
          userId,
          title: 'Export waits for you',
          message: `${actor.fullName} asks to export ${counted(leads, 'lead')}.`,
          sourceUserId: actor.id,
        })),
      );
      return this.one(id);
    });
  }

  decide(id: number, allowed: boolean, actor: Actor): Promise<WaitingExport> {
    return this.database.transaction(async () => {
      await this.userReplica.addActor(actor);
      const request = await this.lock(id);
      if (request.user.id === actor.id)
        throw new AppError('conflict', 'not_yourself', 'Another administrator must decide on your export');
      if (request.state !== 'waiting') throw ended(request);
      const decided = await this.end(id, allowed ? 'allowed' : 'refused', actor);
      const details = {
        exportRequest: id,
        askedBy: request.user.username,
        filter: request.filter,
        leads: request.leads,
      };
      const subject = `${counted(request.leads, 'lead')} for ${request.user.username}`;
      await this.audit.record(allowed ? 'export_allowed' : 'export_refused', actor, subject, details);
      const [title, verb, rest] = allowed
        ? ['Export allowed', 'allowed', ' Download it within 24 hours.']
        : ['Export refused', 'refused', ''];
      const message = `${actor.fullName} ${verb} your export of ${counted(request.leads, 'lead')}.${rest}`;
      await this.notifications.announce('export', [
        { userId: request.user.id, title, message, sourceUserId: actor.id },
      ]);
      return decided;
    });
  }

  withdraw(id: number, actor: Actor): Promise<WaitingExport> {
    return this.database.transaction(async () => {
      const request = await this.lock(id);
      if (request.user.id !== actor.id) throw notFound('Export');
      if (request.state !== 'waiting' && request.state !== 'allowed') throw ended(request);
      await this.audit.record('export_withdrawn', actor, counted(request.leads, 'lead'), { exportRequest: id });
      return this.end(id, 'withdrawn');
    });
  }

  /** Returns what was asked for, if it still is that: the role, and the number of leads with a tenth of growth. */
  async openAllowed(id: number, actor: Actor): Promise<OutputOf<typeof openAllowedExport>> {
    const [request] = await this.stored('id = $2 and user_id = $3 and role = $4', id, actor.id, actor.role);
    if (!request) throw notFound('Export');
    if (request.state !== 'allowed') throw ended(request);
    const leads = await this.exports.count({ ...leadFilter.parse(request.filter), scope: 'all' }, actor);
    const maxRows = withGrowth(request.leads);
    if (leads > maxRows) {
      const message = `The export has grown from ${counted(request.leads, 'lead')} to ${counted(leads, 'lead')}. Please ask again.`;
      throw new AppError('conflict', 'export_grew', message);
    }
    return { leads, maxRows, filter: request.filter, askedBy: request.user, allowedBy: request.decidedBy! };
  }

  /** Ends the requests of users who were deactivated or got another role, also if a later change took that back. */
  async endOutdated(changes: readonly KnownUser[]): Promise<void> {
    await this.database.query(
      `update export_requests r set state = 'withdrawn'
       from jsonb_to_recordset($1) as changed (id bigint, active boolean, role text, version int), assignees a
       where r.user_id = changed.id and r.state in ('waiting', 'allowed') and a.id = r.user_id
         and a.version <= changed.version and (not changed.active or changed.role <> r.role)`,
      [JSON.stringify(changes)],
    );
  }

  private async rejectTooMany({ id }: Actor): Promise<void> {
    const since = new Date(this.clock.now().getTime() - dayMs);
    const [{ count, oldest }] = (await this.database.query<{ count: number; oldest: Date }>(
      'select count(*)::int as count, min(asked_at) as oldest from export_requests where user_id = $1 and asked_at > $2',
      [id, since],
    )) as [{ count: number; oldest: Date }];
    if (count < maxPerDay) return;
    const retryAfter = Math.ceil((oldest.getTime() - since.getTime()) / 1_000);
    const message = `You asked for ${maxPerDay} exports in the last 24 hours. Please try again later.`;
    throw new AppError('limited', 'rate_limited', message, { retryAfter });
  }

  /** Of two administrators at once, the second sees what the first decided. */
  private async lock(id: number): Promise<WaitingExport> {
    await this.database.query('select id from export_requests where id = $1 for update', [id]);
    return this.one(id);
  }

  private async end(id: number, state: WaitingExport['state'], by?: Actor): Promise<WaitingExport> {
    const now = this.clock.now();
    await this.database.query(
      `update export_requests set state = $2, decided_by = coalesce($3, decided_by), decided_at = coalesce($4, decided_at),
         expires_at = case when $2 = 'allowed' then $5 else expires_at end where id = $1`,
      [id, state, by?.id ?? null, by ? now : null, new Date(now.getTime() + dayMs)],
    );
    return this.one(id);
  }

  private async one(id: number): Promise<WaitingExport> {
    const [request] = await this.stored('id = $2', id);
    if (!request) throw notFound('Export');
    return request;
  }

  private stored(condition: string, ...values: unknown[]): Promise<WaitingExport[]> {
    return this.database.query<WaitingExport>(
      `select id, ${summaryOf('user_id')} as user, filter, leads,
         case when filter ? 'userId' then ${summaryOf("(filter->>'userId')::bigint")}
           when filter->>'pool' = 'organisation' then ${summaryOf(String(organisationPool.id))}
           when jsonb_typeof(filter->'pool') = 'number' then ${summaryOf("-(filter->>'pool')::bigint - 1")} end as owner,
         case when state in ('waiting', 'allowed') and expires_at <= $1 then 'expired' else state end as state,
         ${moment('asked_at')} as "askedAt", ${moment('expires_at')} as "expiresAt",
         ${summaryOf('decided_by')} as "decidedBy", ${moment('decided_at')} as "decidedAt"
       from export_requests where ${condition} order by asked_at desc, id desc limit ${maxListed}`,
      [this.clock.now(), ...values],
    );
  }
}

const endings: Record<WaitingExport['state'], (by: UserSummary | null) => string> = {
  waiting: () => 'This export waits for another administrator',
  allowed: (by) => `${by?.fullName ?? 'An administrator'} has allowed this export already`,
  refused: (by) => `${by?.fullName ?? 'An administrator'} has refused this export already`,
  withdrawn: () => 'This export was withdrawn',
  expired: () => 'This request is more than 24 hours old. Please ask again.',
};

const ended = ({ state, decidedBy }: WaitingExport) =>
  new AppError('conflict', 'export_request_ended', endings[state](decidedBy));

const withoutSecond = () =>
  new AppError('conflict', 'export_needs_approval', 'There is no other administrator who could allow it');
