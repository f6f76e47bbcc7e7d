import type { listProviderSignIns, OutputOf, ProviderSignIn } from '@lead-finder/contracts';
import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

const pageSize = 50;
const maxDetails = 500;

/** The sign-ins by providers for 90 days, without tokens (docs/product/sign-in.md#log). */
@Injectable()
export class ProviderLog {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async add(entry: Omit<ProviderSignIn, 'id' | 'at'>): Promise<void> {
    const { provider, userId, username, outcome, problem, details } = entry;
    await this.database.query(
      `insert into provider_sign_ins (at, provider, user_id, username, outcome, problem, details)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [this.clock.now(), provider, userId, username, outcome, problem, details.slice(0, maxDetails)],
    );
  }

  async page(before?: number): Promise<OutputOf<typeof listProviderSignIns>> {
    const entries = await this.database.query<ProviderSignIn>(
      `select id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, provider, user_id as "userId",
         username, outcome, problem, details
       from provider_sign_ins where $1::bigint is null or id < $1 order by id desc limit ${pageSize}`,
      [before ?? null],
    );
    return { entries, next: entries.length === pageSize ? entries.at(-1)!.id : null };
  }
}
