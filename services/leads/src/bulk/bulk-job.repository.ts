import type { Actor, BulkJob, listBulkJobs, ParsedInputOf, startBulkJob } from '@lead-finder/contracts';
import { AppError, Database, notFound, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { distinctTags } from '../lead/lead.entity.js';
import { moment, userJson } from '../lead/lead-columns.js';
import { leadConditions } from '../list/lead-filter.rules.js';
import { packed, type PackedMoves } from '../distribution/packed-moves.rules.js';
import type { PlannedMove } from '../distribution/planned-move.js';
import { Parameters } from '../list/parameters.js';
import type { LeadsSettings } from '../leads.config.js';
import { mayToOthers } from '../lead/lead.policy.js';
import { bulkActions, rejectBeyondRights, storedActor, type Job } from './bulk-actions.js';

/** The number of leads that one transaction changes. It limits what a crash loses and how long other writers wait. */
export const chunkSize = 2_000;
const maxListed = 50;
const maxUnfinished = 20;

const undoableUntil = (
  days: number,
) => `case when action <> 'delete' and status in ('completed', 'cancelled', 'failed') and done > 0
  and finished_at > now() - interval '${days} days'
  then ${moment(`finished_at + interval '${days} days'`)} end`;
const record = (days: number) => `json_build_object(
  'id', j.id, 'action', action, 'status', status, 'total', total, 'done', done, 'failed', failed, 'undone', undone,
  'kept', kept, 'toStatus', to_status,
  'newUser', case when new_user_id is not null then ${userJson('n', 'j.new_user_id')} end,
  'newUsers', nullif(cardinality(new_user_ids), 0),
  'plan', case when plan_id is not null then json_build_object('id', plan_id, 'name', plan_name, 'version', plan_version) end,
  'live', live, 'removedTags', removed_tags, 'addedTags', added_tags,
  'createdBy', ${userJson('a', 'j.actor_id')}, 'createdAt', ${moment('created_at')},
  'finishedAt', ${moment('finished_at')}, 'undoableUntil', ${undoableUntil(days)})`;

interface Chunk {
  leadIds: number[];
  /** The user who gets these leads of a job that shares them; null otherwise. */
  newUserId: number | null;
  /** Those of a plan, with a user for each lead. */
  moves: PackedMoves | null;
}

/** Stores jobs and their chunks. `direct` marks the action of a request, which ended at once and stays for its undo. */
@Injectable()
export class BulkJobRepository {
  private readonly undoDays: number;

  constructor(
    private readonly database: Database,
    @Inject(SERVICE_SETTINGS) settings: LeadsSettings,
  ) {
    this.undoDays = settings.UNDO_KEEP_DAYS;
  }

  /**
   * Adds a job with the ids of all leads that match now. Rejects with 400 if none matches, with 429 if too many jobs of the
   * actor are not finished.
   */
  async add({ action, filter, ...input }: ParsedInputOf<typeof startBulkJob>, actor: Actor): Promise<BulkJob> {
    return this.database.transaction(async () => {
      await this.refuseTooMany(actor);
      const [{ id }] = (await this.database.query<{ id: number }>(
        `insert into bulk_jobs (action, actor, actor_id, to_status, new_user_id, notes, removed_tags, added_tags,
           new_user_ids, reason, total)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 0) returning id`,
        [
          action,
          JSON.stringify(storedActor(actor)),
          actor.id,
          action === 'update-status' ? input.status : null,
          action === 'reassign' ? (input.newUserId ?? null) : null,
          bulkActions[action].moves ? input.notes || null : null,
          action === 'remove-tags' || action === 'replace-tags' ? input.tags : [],
          action === 'replace-tags' ? [input.newTag] : action === 'add-tags' ? distinctTags(input.tags!) : [],
          action === 'reassign' ? (input.newUserIds ?? []) : [],
          action === 'return-to-pool' ? input.reason : null,
        ],
      )) as [{ id: number }];
      const parameters = new Parameters();
      const scope = mayToOthers(actor, bulkActions[action].policy) ? 'all' : 'own';
      const where = leadConditions({ ...filter, scope }, actor, parameters);
      const job = parameters.add(id);
      await this.database.query(
        `with job as (
           select id, new_user_ids, greatest(cardinality(new_user_ids), 1) as shares from bulk_jobs where id = ${job}
         ),
         matching as (
           select id, row_number() over (order by id) - 1 as n from user_businesses where ${where}
         )
         insert into bulk_job_pieces (job_id, piece, lead_ids, new_user_id)
         select job.id, row_number() over (order by n / shares / ${chunkSize}, n % shares),
           array_agg(matching.id order by matching.id), new_user_ids[(n % shares + 1)::int]
         from matching cross join job group by job.id, new_user_ids, shares, n / shares / ${chunkSize}, n % shares`,
        parameters.values,
      );
      const [{ total }] = (await this.database.query<{ total: number }>(
        `update bulk_jobs set total = (select coalesce(sum(cardinality(lead_ids)), 0) from bulk_job_pieces where job_id = id)
         where id = $1 returning total`,
        [id],
      )) as [{ total: number }];
      if (total === 0) throw new AppError('invalid', 'validation_failed', 'No lead matches these filters');
      return this.one(id, actor);
    });
  }

  /** Adds the job of a plan with these moves. A chunk has few users, so its transaction changes few counts. */
  async addPlanned(
    plan: { id: number; name: string; version: number },
    given: readonly PlannedMove[],
    actor: Actor,
  ): Promise<{ id: number }> {
    const moves = [...given].sort((one, other) => one.userId - other.userId);
    const [job] = await this.database.query<{ id: number }>(
      `insert into bulk_jobs (action, actor, actor_id, plan_id, plan_name, plan_version, total)
       values ('reassign', $1, $2, $3, $4, $5, $6) returning id`,
      [JSON.stringify(storedActor(actor)), actor.id, plan.id, plan.name, plan.version, moves.length],
    );
    const { id } = job!;
    for (let piece = 0; piece * chunkSize < moves.length; piece++) {
      const chunk = moves.slice(piece * chunkSize, (piece + 1) * chunkSize);
      await this.database.query(
        'insert into bulk_job_pieces (job_id, piece, lead_ids, moves) values ($1, $2, $3, $4)',
        [id, piece, chunk.map(({ leadId }) => leadId), JSON.stringify(packed(chunk))],
      );
    }
    return { id };
  }

  /** Returns the job that can undo what a live plan gives today. While it is undone, the plan gets another one. */
  async live(plan: { id: number; name: string; version: number }, actor: Actor): Promise<number> {
    const [open] = await this.database.query<{ id: number }>(
      `select id from bulk_jobs where live and plan_id = $1 and plan_version = $2 and status = 'completed'
         and created_at >= date_trunc('day', now()) order by id desc limit 1 for update`,
      [plan.id, plan.version],
    );
    if (open) return open.id;
    const [added] = await this.database.query<{ id: number }>(
      `insert into bulk_jobs (action, status, actor, actor_id, plan_id, plan_name, plan_version, total, live, finished_at)
       values ('reassign', 'completed', $1, $2, $3, $4, $5, 0, true, now()) returning id`,
      [JSON.stringify(storedActor(actor)), actor.id, plan.id, plan.name, plan.version],
    );
    return added!.id;
  }

  /** Counts leads that a live plan gave. The days of their undo begin again. */
  async countLive(id: number, leads: number): Promise<void> {
    await this.database.query(
      'update bulk_jobs set total = total + $2, done = done + $2, finished_at = now() where id = $1',
      [id, leads],
    );
  }

  /** Those of these jobs that still exist. */
  some(ids: readonly number[], actor: Actor): Promise<BulkJob[]> {
    return this.records('j.id = any ($3)', actor, ids);
  }

  /** Those of live plans only with `plan`. */
  list({ plan }: ParsedInputOf<typeof listBulkJobs>, actor: Actor): Promise<BulkJob[]> {
    const recent = `not direct and total > 0 and created_at > now() - interval '${this.undoDays} days'`;
    if (plan === undefined) return this.records(`${recent} and not live`, actor);
    return plan === 'any'
      ? this.records(`${recent} and plan_id is not null`, actor)
      : this.records(`${recent} and plan_id = $3`, actor, plan);
  }

  /** Rejects with 404 if there is no such job or the actor may not see it. */
  async one(id: number, actor: Actor): Promise<BulkJob> {
    const [job] = await this.records('j.id = $3', actor, id);
    if (!job) throw notFound('Job');
    return job;
  }

  async cancel(id: number, actor: Actor): Promise<BulkJob> {
    return this.database.transaction(async () => {
      await this.one(id, actor);
      await this.database.query(`update bulk_jobs set status = 'cancelling' where id = $1 and status = 'running'`, [
        id,
      ]);
      return this.one(id, actor);
    });
  }

  /** Rejects with 403 if the actor may no longer do what the job did, with 400 if it cannot be undone. */
  async undo(id: number, actor: Actor): Promise<{ direct: boolean }> {
    return this.database.transaction(async () => {
      const [created] = await this.database.query<Pick<Job, 'action' | 'actor'> & { direct: boolean }>(
        'select action, actor, direct from bulk_jobs where id = $1 for update',
        [id],
      );
      const job = await this.one(id, actor);
      rejectBeyondRights(actor, created!);
      if (!job.undoableUntil) {
        const why = job.action === 'delete' ? 'A deletion cannot be undone' : 'This job cannot be undone any more';
        throw new AppError('invalid', 'validation_failed', why);
      }
      await this.database.query(`update bulk_jobs set status = 'undoing', undone_by = $2 where id = $1`, [
        id,
        JSON.stringify(storedActor(actor)),
      ]);
      return created!;
    });
  }

  async unfinished(): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select id from bulk_jobs where status in ('running', 'cancelling', 'undoing') order by id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Locks the job until the transaction ends, so that one worker processes it. Null if it has ended. */
  async lock(id: number): Promise<Job | null> {
    const [job] = await this.database.query<Job>(
      `select id, action, status, actor, undone_by as "undoneBy", undone_to as "undoneTo", to_status as "toStatus",
         new_user_id as "newUserId", new_user_ids as "newUserIds", reason, notes,
         removed_tags as "removedTags", added_tags as "addedTags", total, done, undone, direct,
         plan_id as "planId", plan_name as "planName", plan_version as "planVersion"
       from bulk_jobs where id = $1 and status in ('running', 'cancelling', 'undoing') for update`,
      [id],
    );
    return job ?? null;
  }

  /** Deletes the next chunk and returns its lead ids. A rollback brings the chunk back. */
  async takeChunk(id: number): Promise<Chunk | null> {
    const [chunk] = await this.database.query<Chunk>(
      `delete from bulk_job_pieces where (job_id, piece) in (
         select job_id, piece from bulk_job_pieces where job_id = $1 order by piece limit 1
       ) returning lead_ids as "leadIds", new_user_id as "newUserId", moves`,
      [id],
    );
    return chunk ?? null;
  }

  async countDone(id: number, done: number, failed: number): Promise<void> {
    await this.database.query('update bulk_jobs set done = done + $2, failed = failed + $3 where id = $1', [
      id,
      done,
      failed,
    ]);
  }

  async countUndone(id: number, undoneTo: number, undone: number, kept: number): Promise<void> {
    await this.database.query(
      'update bulk_jobs set undone_to = $2, undone = undone + $3, kept = kept + $4 where id = $1',
      [id, undoneTo, undone, kept],
    );
  }

  async end(id: number, status: 'completed' | 'cancelled' | 'failed' | 'undone'): Promise<void> {
    await this.database.query('delete from bulk_job_pieces where job_id = $1', [id]);
    await this.database.query('update bulk_jobs set status = $2, finished_at = now() where id = $1', [id, status]);
  }

  private async refuseTooMany({ id }: Actor): Promise<void> {
    await this.database.lock(`bulk jobs of ${id}`);
    const [row] = await this.database.query<{ unfinished: number }>(
      `select count(*)::int as unfinished from bulk_jobs
       where actor_id = $1 and status in ('running', 'cancelling', 'undoing')`,
      [id],
    );
    if (row!.unfinished < maxUnfinished) return;
    const message = `${maxUnfinished} of your bulk jobs are not finished yet. Please try again when some of them are.`;
    throw new AppError('limited', 'rate_limited', message, { retryAfter: 30 });
  }

  private async records(condition: string, actor: Actor, ...more: unknown[]): Promise<BulkJob[]> {
    const rows = await this.database.query<{ record: BulkJob }>(
      `select ${record(this.undoDays)} as record
       from bulk_jobs j left join assignees a on a.id = j.actor_id left join assignees n on n.id = j.new_user_id
       where (actor_id = $1 or $2) and ${condition} order by j.id desc limit ${maxListed}`,
      [actor.id, actor.role === 'admin', ...more],
    );
    return rows.map((row) => row.record);
  }
}
