import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { BusinessRepository } from '../business/business.repository.js';

const fillable = ['phone', 'website', 'state', 'county', 'latitude', 'longitude'] as const;

@Injectable()
export class ImportedBusinesses {
  constructor(
    private readonly database: Database,
    private readonly repository: BusinessRepository,
  ) {}

  async find(keys: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.database.query<{ id: number; key: string }>(
      `select distinct on (match_key) id, match_key as key from businesses where match_key = any ($1) order by match_key, id`,
      [keys],
    );
    return new Map(rows.map(({ id, key }) => [key, id]));
  }

  /** Fills what the known ones of `given_businesses` lack. */
  async fill(): Promise<void> {
    const filled = await this.database.query<{ id: number }>(
      `update businesses b
       set ${fillable.map((column) => `${column} = coalesce(b.${column}, given.${column})`).join(', ')}, updated_at = now()
       from (
         select oldest.id, given.* from given_businesses given
         cross join lateral (${oldestBusiness('given.match_key', 'id')}) as oldest
         order by oldest.id
       ) as given
       where b.id = given.id
         and (${fillable.map((column) => `b.${column} is null and given.${column} is not null`).join(' or ')})
       returning b.id`,
    );
    await this.repository.copyToLeads(filled.map((row) => row.id));
  }
}

/** SQL for the oldest business of a key. `offset 0` makes PostgreSQL search by key and then sort the few rows. */
export const oldestBusiness = (key: string, wanted: string) =>
  `select ${wanted} from (select * from businesses where match_key = ${key} offset 0) as same order by id limit 1`;
