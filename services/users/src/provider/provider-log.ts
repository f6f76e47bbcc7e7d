import type { listProviderSignIns, OutputOf, ProviderSignIn } from '@lead-finder/contracts';
import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

const pageSize = 50;
const maxDetails = 500;

/** The sign-ins by providers and their requests of provisioning for 90 days, without tokens (docs/product/sign-in.md#log). */
@Injectable()
export class ProviderLog {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async add(entry: Omit<ProviderSignIn, 'id' | 'at' | 'kind'> & Partial<Pick<ProviderSignIn, 'kind'>>): Promise<void> {
    const { kind = 'sign-in', provider, userId, username, outcome, problem, details } = entry;
    await this.database.prepared(
      `insert into provider_sign_ins (at, provider, user_id, username, outcome, problem, details, kind)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [this.clock.now(), provider, userId, username, outcome, problem, details.slice(0, maxDetails), kind],
    );
  }

  /** Returns whether a request of provisioning for this user was refused with these words in the last 24 hours. */
  async wasRefusedToday(userId: number, words: string): Promise<boolean> {
    const [found] = await this.database.query(
      `select 1 from provider_sign_ins where user_id = $1 and kind = 'scim' and outcome = 'refused'
         and at > $2::timestamptz - interval '1 day' and position($3 in details) > 0 limit 1`,
      [userId, this.clock.now(), words],
    );
    return found !== undefined;
  }

  async page(before?: number): Promise<OutputOf<typeof listProviderSignIns>> {
    const entries = await this.database.query<ProviderSignIn>(
      `select id, kind, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, provider, user_id as "userId",
         username, outcome, problem, details
       from provider_sign_ins where $1::bigint is null or id < $1 order by id desc limit ${pageSize}`,
      [before ?? null],
    );
    return { entries, next: entries.length === pageSize ? entries.at(-1)!.id : null };
  }
}
