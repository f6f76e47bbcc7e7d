import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { BusinessRepository } from '../business/business.repository.js';
import type { GivenBusiness } from './batch.rules.js';

/** What a lead copies of its business, and whether this one still lacks something. */
export interface StoredBusiness {
  id: number;
  match_key: string;
  name: string;
  state: string | null;
  county: string | null;
  latitude: number | null;
  longitude: number | null;
  phone: string | null;
  website: string | null;
}

const columns = `place_id, match_key, name, formatted_address, phone, website, state, state_as_given, county, latitude,
  longitude`;
const shape = `place_id text, match_key text, name text, formatted_address text, phone text, website text, state text,
  state_as_given text, county text, latitude double precision, longitude double precision`;
const stored = 'id, match_key, name, state, county, latitude, longitude, phone, website';
const fillable = ['phone', 'website', 'state', 'county', 'latitude', 'longitude'] as const;

/** Finds or makes the businesses of a file by their match key, and fills what is empty in those that are known. */
@Injectable()
export class ImportedBusinesses {
  constructor(
    private readonly database: Database,
    private readonly repository: BusinessRepository,
  ) {}

  /** The oldest business of each key. */
  async find(keys: readonly string[]): Promise<Map<string, StoredBusiness>> {
    const rows = await this.database.query<StoredBusiness>(
      `select distinct on (match_key) ${stored} from businesses where match_key = any ($1) order by match_key, id`,
      [keys],
    );
    return new Map(rows.map((row) => [row.match_key, row]));
  }

  async findOrAdd(given: ReadonlyMap<string, GivenBusiness>): Promise<Map<string, StoredBusiness>> {
    const known = await this.find([...given.keys()]);
    const fillings = [...known.values()].filter((business) => adds(given.get(business.match_key)!, business));
    if (fillings.length > 0) {
      await this.fill(fillings.map(({ id, match_key }) => ({ ...given.get(match_key)!, id })));
      for (const [key, business] of await this.find(fillings.map((each) => each.match_key))) known.set(key, business);
    }
    for (const business of await this.add([...given.values()].filter((each) => !known.has(each.match_key)))) {
      known.set(business.match_key, business);
    }
    return known;
  }

  private async add(missing: GivenBusiness[]): Promise<StoredBusiness[]> {
    if (missing.length === 0) return [];
    // In one order for all: two imports of the same file don't wait for each other in a circle.
    const added = await this.database.query<StoredBusiness>(
      `insert into businesses (${columns}) select ${columns} from json_to_recordset($1) as given (${shape}) order by match_key
       on conflict (place_id) do nothing returning ${stored}`,
      [JSON.stringify(missing)],
    );
    if (added.length === missing.length) return added;
    // Another import made some of them a moment ago; its commit was waited for.
    const here = new Set(added.map((each) => each.match_key));
    const others = await this.find(missing.map((each) => each.match_key).filter((key) => !here.has(key)));
    return [...added, ...others.values()];
  }

  private async fill(businesses: (GivenBusiness & { id: number })[]): Promise<void> {
    const filled = await this.database.query<{ id: number }>(
      `update businesses b
       set ${fillable.map((column) => `${column} = coalesce(b.${column}, given.${column})`).join(', ')}, updated_at = now()
       from (select * from json_to_recordset($1) as each (id int, ${shape}) order by id) as given
       where b.id = given.id returning b.id`,
      [JSON.stringify(businesses)],
    );
    await this.repository.copyToLeads(filled.map((row) => row.id));
  }
}

const adds = (given: GivenBusiness, known: StoredBusiness) =>
  fillable.some((column) => known[column] === null && given[column] !== null);
