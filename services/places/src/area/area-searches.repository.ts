import type { Actor, AreaSearch, ParsedInputOf, startAreaSearch } from '@lead-finder/contracts';
import { AppError, Database, isUniqueViolation, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

const maxListed = 20;

const moment = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const record = `json_build_object(
  'id', id, 'businessType', business_type, 'location', location, 'keyword', keyword, 'radius', radius,
  'provider', provider, 'status', status, 'budget', budget, 'calls', calls, 'found', found,
  'percentDone', case when status = 'completed' then 100 else least(99, floor(share_done * 100)) end,
  'problem', problem, 'createdBy', json_build_object(
    'id', actor_id, 'username', actor ->> 'username', 'fullName', actor ->> 'fullName'),
  'createdAt', ${moment('created_at')}, 'finishedAt', ${moment('finished_at')})`;

@Injectable()
export class AreaSearches {
  constructor(private readonly database: Database) {}

  async add(input: ParsedInputOf<typeof startAreaSearch>, provider: string, actor: Actor): Promise<AreaSearch> {
    const { businessType, location, keyword, radius, budget } = input;
    return this.rejectIfBusy(async () => {
      const [added] = await this.database.query<{ record: AreaSearch }>(
        `insert into area_searches (actor, actor_id, provider, business_type, location, keyword, radius, budget)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${record} as record`,
        [JSON.stringify(actor), actor.id, provider, businessType, location, keyword?.trim() || null, radius, budget],
      );
      return added!.record;
    });
  }

  async list(): Promise<AreaSearch[]> {
    const rows = await this.database.query<{ record: AreaSearch }>(
      `select ${record} as record from area_searches order by id desc limit ${maxListed}`,
    );
    return rows.map((row) => row.record);
  }

  async one(id: number): Promise<AreaSearch> {
    const [row] = await this.database.query<{ record: AreaSearch }>(
      `select ${record} as record from area_searches where id = $1`,
      [id],
    );
    if (!row) throw notFound('Area search');
    return row.record;
  }

  async stop(id: number): Promise<AreaSearch> {
    await this.database.query(`update area_searches set status = 'stopping' where id = $1 and status = 'running'`, [
      id,
    ]);
    return this.one(id);
  }

  /** Continues a search where it ended, with `budget` more calls. Rejects with 400 if it is complete. */
  async continue(id: number, budget: number): Promise<AreaSearch> {
    const search = await this.one(id);
    if (search.status === 'completed') {
      throw new AppError('invalid', 'validation_failed', 'This search is complete: there is nothing left to search');
    }
    await this.rejectIfBusy(() =>
      this.database.query(
        `update area_searches set status = 'running', budget = calls + $2, problem = null, finished_at = null
         where id = $1 and status in ('stopped', 'spent', 'failed')`,
        [id, budget],
      ),
    );
    return this.one(id);
  }

  async unfinished(): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select id from area_searches where status in ('running', 'stopping') order by id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Rejects with 400 if the user has a running search; a unique index enforces it. */
  private async rejectIfBusy<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      const message = 'You have a whole-area search running already. Stop it, or wait until it ends.';
      throw new AppError('invalid', 'validation_failed', message);
    }
  }
}
