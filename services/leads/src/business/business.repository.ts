import type { Business, FoundBusiness } from '@lead-finder/contracts';
import { Clock, Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { businessJson } from '../lead/lead-columns.js';
import { countyFromAddress, stateFromAddress } from './county.rules.js';
import { matchKey } from './match-key.rules.js';

/** Columns that a later search fills if they are empty (docs/product/data-and-retention.md#first-writer-wins). */
const fillable = [
  'formatted_address',
  'vicinity',
  'phone',
  'international_phone',
  'website',
  'google_maps_url',
  'rating',
  'user_ratings_total',
  'price_level',
  'business_status',
  'open_now',
  'latitude',
  'longitude',
  'icon',
  'owner_name',
  'provider',
  'fetched_at',
  'state',
  'county',
] as const;
export const contentColumns = ['match_key', 'name', ...fillable, 'types', 'photo_references'] as const;
const columns = ['place_id', ...contentColumns].join(', ');
export const foundShape = `place_id text, match_key text, name text, formatted_address text, vicinity text, phone text,
  international_phone text, website text, google_maps_url text, rating real, user_ratings_total int, price_level int,
  business_status text, open_now boolean, latitude double precision, longitude double precision, icon text,
  owner_name text, provider text, fetched_at timestamptz, state text, county text, types text[],
  photo_references jsonb`;

/** Replaces a name that a provider's terms forbid to store. The next search that finds the place restores the name. */
export const clearedName = 'Name no longer kept';

/** SQL: whether `found` has a value that business `b` lacks; $2 is `clearedName`. */
const lacksSome = [
  'b.name = $2',
  ...fillable.map((column) => `b.${column} is null and found.${column} is not null`),
].join(' or ');

@Injectable()
export class BusinessRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Stores new businesses and fills empty columns of known ones. Returns the business id for each place id. */
  async register(
    provider: string,
    found: readonly FoundBusiness[],
    fetchedAt = this.clock.now().toISOString(),
  ): Promise<Map<string, number>> {
    const rows = JSON.stringify(found.map((each) => rowOf(each, provider, fetchedAt)));
    const stored = await this.store(rows);
    if (stored.some(({ lacks }) => lacks)) await this.database.transaction(() => this.fill(rows));
    const ids = new Map(stored.map(({ placeId, id }) => [placeId, id]));
    const missing = found.filter(({ placeId }) => !ids.has(placeId));
    // A concurrent search inserted these after the snapshot of this statement. The next snapshot has them.
    return missing.length === 0 ? ids : new Map([...ids, ...(await this.register(provider, missing, fetchedAt))]);
  }

  /** Returns businesses in the order of `placeIds`, without unknown ones. */
  async byPlaceIds(placeIds: readonly string[]): Promise<Business[]> {
    const rows = await this.database.query<{ business: Business }>(
      `select ${businessJson} as business
       from unnest($1::text[]) with ordinality as asked (place_id, position)
       join businesses b using (place_id)
       order by position`,
      [placeIds],
    );
    return rows.map((row) => row.business);
  }

  /** Updates the copy of the business columns that leads store for filters. */
  async copyToLeads(businessIds: readonly number[]): Promise<void> {
    if (businessIds.length === 0) return;
    await this.database.query(
      `update user_businesses u
       set name = b.name, state = b.state, county = b.county, latitude = b.latitude, longitude = b.longitude
       from businesses b
       where b.id = u.business_id and u.business_id = any ($1)
         and (u.name, u.state, u.county, u.latitude, u.longitude)
           is distinct from (b.name, b.state, b.county, b.latitude, b.longitude)`,
      [businessIds],
    );
    await this.database.query(
      `update deleted_leads d set name = b.name from businesses b
       where b.id = d.business_id and d.business_id = any ($1) and d.name <> b.name`,
      [businessIds],
    );
  }

  /**
   * Runs one statement, because every search waits for it, and only reads known businesses. It inserts in the order of
   * place ids, so that two searches that find the same places cannot deadlock.
   */
  private store(rows: string): Promise<{ placeId: string; id: number; lacks: boolean }[]> {
    return this.database.query(
      `with found as materialized (
         select distinct on (place_id) * from jsonb_to_recordset($1) as given (${foundShape}) order by place_id
       ), known as materialized (
         select b.place_id, b.id, ${lacksSome} as lacks from found join businesses b using (place_id)
       ), added as (
         insert into businesses (${columns})
         select ${columns} from found where place_id not in (select place_id from known) order by place_id
         on conflict (place_id) do nothing
         returning place_id, id
       )
       select place_id as "placeId", id, lacks from known
       union all select place_id, id, false from added`,
      [rows, clearedName],
    );
  }

  private async fill(rows: string): Promise<void> {
    const filled = await this.database.query<{ id: number }>(
      `update businesses b
       set updated_at = now(),
         name = case when b.name = $2 then found.name else b.name end,
         match_key = case when b.name = $2 then found.match_key else b.match_key end,
         ${fillable.map((column) => `${column} = coalesce(b.${column}, found.${column})`).join(', ')}
       from jsonb_to_recordset($1) as found (${foundShape})
       where b.place_id = found.place_id
         and (${lacksSome})
       returning b.id`,
      [rows, clearedName],
    );
    await this.copyToLeads(filled.map((row) => row.id));
  }
}

const text = (value: string | null) => value?.trim() || null;

/** The keys are columns. 'Not provided' counts as no website (docs/product/data-and-retention.md#businesses). */
export function rowOf(found: FoundBusiness, provider: string, fetchedAt: string) {
  const website = text(found.website);
  return {
    place_id: found.placeId,
    match_key: matchKey(found.name, found.formattedAddress),
    name: found.name,
    formatted_address: text(found.formattedAddress),
    vicinity: text(found.vicinity),
    phone: text(found.phone),
    international_phone: text(found.internationalPhone),
    website: website === 'Not provided' ? null : website,
    google_maps_url: text(found.googleMapsUrl),
    rating: found.rating,
    user_ratings_total: found.userRatingsTotal,
    price_level: found.priceLevel,
    business_status: text(found.businessStatus),
    open_now: found.openNow,
    latitude: found.latitude,
    longitude: found.longitude,
    icon: text(found.icon),
    owner_name: text(found.ownerName),
    provider,
    fetched_at: fetchedAt,
    state: stateFromAddress(found.formattedAddress),
    county: countyFromAddress(found.formattedAddress),
    types: found.types,
    photo_references: found.photoReferences,
  };
}
