import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { Location } from './geometry.rules.js';

/** Google's terms allow to store coordinates for 30 days. */
const RETENTION_DAYS = 30;
/** A geocoder may know an unknown town tomorrow. */
const UNKNOWN_RETENTION_DAYS = 1;

const FRESH = `found_at > now()
  - make_interval(days => case when latitude is null then ${UNKNOWN_RETENTION_DAYS} else ${RETENTION_DAYS} end)`;

@Injectable()
export class KnownLocations {
  constructor(private readonly database: Database) {}

  /** Returns null if the geocoder knows no such place, undefined if there is no fresh result. */
  async find(geocoder: string, text: string): Promise<Location | null | undefined> {
    const [row] = await this.database.query<{ latitude: number | null; longitude: number; region: string | null }>(
      `select latitude, longitude, region from known_locations where geocoder = $1 and text = $2 and ${FRESH}`,
      [geocoder, text],
    );
    if (!row) return undefined;
    const { latitude, longitude, region } = row;
    return latitude === null ? null : { latitude, longitude, region };
  }

  async save(geocoder: string, text: string, location: Location | null): Promise<void> {
    await this.database.query(`delete from known_locations where not (${FRESH})`);
    await this.database.query(
      `insert into known_locations (geocoder, text, latitude, longitude, region) values ($1, $2, $3, $4, $5)
       on conflict (geocoder, text) do update
         set latitude = excluded.latitude, longitude = excluded.longitude, region = excluded.region, found_at = now()`,
      [geocoder, text, location?.latitude, location?.longitude, location?.region],
    );
  }
}
