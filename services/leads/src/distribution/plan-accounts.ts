import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { Accounts } from './shares.rules.js';

interface Entry {
  account: number | null;
  userId: number;
  /** One if absent. */
  leads?: number;
}

/** How many leads each user got from a plan, by the users who were eligible with them. */
@Injectable()
export class PlanAccounts {
  constructor(private readonly database: Database) {}

  /** Plans change leads and accounts one after another, until the transaction ends, so that no capacity is passed. */
  async lock(): Promise<void> {
    await this.database.lock('distribution leads');
  }

  async read(planId: number | undefined): Promise<Accounts> {
    const accounts: Accounts = new Map();
    if (planId === undefined) return accounts;
    const rows = await this.database.query<{ account: number; userId: number; leads: number }>(
      'select account, user_id as "userId", leads from distribution_accounts where plan_id = $1',
      [planId],
    );
    for (const { account, userId, leads } of rows) {
      const counts = accounts.get(account) ?? new Map<number, number>();
      accounts.set(account, counts.set(userId, leads));
    }
    return accounts;
  }

  async add(planId: number, given: readonly Entry[]): Promise<void> {
    await this.change(
      planId,
      given,
      `insert into distribution_accounts as present (plan_id, account, user_id, leads)
       select $1::bigint, account, user_id, leads from given
       on conflict (plan_id, account, user_id) do update set leads = present.leads + excluded.leads, used_at = now()`,
    );
  }

  /** For leads that could not move, or moved back. */
  async subtract(planId: number, given: readonly Entry[]): Promise<void> {
    await this.change(
      planId,
      given,
      `update distribution_accounts present set leads = greatest(0, present.leads - given.leads), used_at = now() from given
       where plan_id = $1 and present.account = given.account and present.user_id = given.user_id`,
    );
  }

  /** For the chunks of a job that ends before they ran. */
  async subtractRest(planId: number, jobId: number): Promise<void> {
    const rest = await this.database.query<Entry>(
      `select (give->>'account')::bigint as account, (give->>'userId')::bigint as "userId", (give->>'leads')::int as leads
       from bulk_job_pieces cross join jsonb_array_elements(moves->'gives') as give where job_id = $1`,
      [jobId],
    );
    await this.subtract(planId, rest);
  }

  private async change(planId: number, given: readonly Entry[], statement: string): Promise<void> {
    const counted = given.filter(({ account }) => account !== null);
    if (counted.length === 0) return;
    await this.database.query(
      `with given as materialized (
         select account, user_id, sum(leads)::int as leads
         from unnest($2::bigint[], $3::bigint[], $4::int[]) as one (account, user_id, leads) group by 1, 2 order by 1, 2
       ) ${statement}`,
      [
        planId,
        counted.map(({ account }) => account),
        counted.map(({ userId }) => userId),
        counted.map(({ leads = 1 }) => leads),
      ],
    );
    await this.database.query('update distribution_plans set runs = runs + 1 where id = $1', [planId]);
  }
}
