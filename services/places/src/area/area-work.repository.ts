import { randomUUID } from 'node:crypto';
import { areaSearchEnded, type PayloadOf } from '@lead-finder/contracts';
import { Database, Outbox } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { Location } from '../location/geometry.rules.js';
import type { ProviderBusiness } from '../provider/places-provider.js';
import { LostWork, type AreaWork, type SearchedSquare } from './area-search.js';

const leaseSeconds = 10;

export interface SquareResult extends SearchedSquare {
  found: readonly ProviderBusiness[];
  /** The part of the area that this result completes; 0 if the square has further pages or must be cut. */
  share: number;
}

/** Reads and writes searches for their workers. Writes nothing for a worker that lost the search to another one. */
@Injectable()
export class AreaWorkRepository {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Takes a search that no worker has. Returns null if a worker has it or there is nothing to do. */
  async take(id: number): Promise<{ work: AreaWork; worker: string } | null> {
    const worker = randomUUID();
    const [work] = await this.database.query<AreaWork>(
      `update area_searches set worker = $2, held_until = now() + interval '${leaseSeconds} seconds'
       where id = $1 and status in ('running', 'stopping') and (worker is null or held_until < now())
       returning id, status, actor, business_type as "businessType", location, keyword, radius,
         case when latitude is not null
           then json_build_object('latitude', latitude, 'longitude', longitude, 'region', region) end as centre`,
      [id, worker],
    );
    return work ? { work, worker } : null;
  }

  /** Returns the status and the remaining calls. Throws LostWork if another worker has the search. */
  async renewLease(id: number, worker: string): Promise<{ status: string; callsLeft: number }> {
    const [lease] = await this.database.query<{ status: string; callsLeft: number }>(
      `update area_searches set held_until = now() + interval '${leaseSeconds} seconds'
       where id = $1 and worker = $2 returning status, budget - calls as "callsLeft"`,
      [id, worker],
    );
    if (!lease) throw new LostWork();
    return lease;
  }

  async countCall(id: number): Promise<void> {
    await this.database.query('update area_searches set calls = calls + 1 where id = $1', [id]);
  }

  async saveCentre(id: number, { latitude, longitude, region }: Location): Promise<void> {
    await this.database.query('update area_searches set latitude = $2, longitude = $3, region = $4 where id = $1', [
      id,
      latitude,
      longitude,
      region,
    ]);
  }

  async searchedSquares(id: number): Promise<Map<string, SearchedSquare>> {
    const rows = await this.database.query<SearchedSquare>(
      'select path, places, next_token as "nextToken", points from area_cells where search_id = $1',
      [id],
    );
    return new Map(rows.map((square) => [square.path, square]));
  }

  /** Saves the result of one call and the progress in one commit, before the next call. */
  async save(
    id: number,
    worker: string,
    { path, places, nextToken, points, found, share }: SquareResult,
  ): Promise<void> {
    await this.database.transaction(async () => {
      const [owned] = await this.database.query(
        'select 1 from area_searches where id = $1 and worker = $2 for update',
        [id, worker],
      );
      if (!owned) throw new LostWork();
      const added = await this.database.query(
        `insert into area_places (search_id, place_id, business)
         select $1, business ->> 'placeId', business from jsonb_array_elements($2::jsonb) as business
         on conflict do nothing returning 1`,
        [id, JSON.stringify(found)],
      );
      await this.database.query(
        `insert into area_cells (search_id, path, places, next_token, points) values ($1, $2, $3, $4, $5)
         on conflict (search_id, path) do update
           set places = excluded.places, next_token = excluded.next_token, points = excluded.points`,
        [id, path, places, nextToken, JSON.stringify(points)],
      );
      await this.database.query(
        'update area_searches set found = found + $2, share_done = share_done + $3 where id = $1',
        [id, added.length, share],
      );
    });
  }

  async end(
    id: number,
    worker: string,
    status: 'stopped' | 'completed' | 'spent' | 'failed',
    problem: string | null = null,
  ): Promise<void> {
    await this.database.transaction(async () => {
      const [ended] = await this.database.query<Omit<PayloadOf<typeof areaSearchEnded>, 'searchId' | 'status'>>(
        `update area_searches set status = $3, problem = $4, finished_at = now(), worker = null
         where id = $1 and worker = $2
         returning actor_id as "createdBy", business_type as "businessType", location, found`,
        [id, worker, status, problem],
      );
      if (ended && status !== 'stopped') await this.outbox.append(areaSearchEnded, { searchId: id, status, ...ended });
    });
  }

  /** Releases an unfinished search, so another worker can continue at once. */
  async release(id: number, worker: string): Promise<void> {
    await this.database.query('update area_searches set worker = null where id = $1 and worker = $2', [id, worker]);
  }

  /** Returns a page of the results, in the order of their discovery. */
  async found(id: number, page: number, pageSize: number): Promise<{ business: ProviderBusiness; fetchedAt: Date }[]> {
    return this.database.query(
      `select business, fetched_at as "fetchedAt" from area_places
       where search_id = $1 order by place_no offset $2 limit $3`,
      [id, (page - 1) * pageSize, pageSize],
    );
  }
}
