import type { FoundBusiness } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { BusinessRepository, clearedName, contentColumns, foundShape, rowOf } from './business.repository.js';
import { matchKey } from './match-key.rules.js';

const clearedAtOnce = 500;

interface Stale {
  provider: string;
  fetchedBefore: string | null;
  withoutDetails: boolean;
  limit: number;
}

/** Refreshes and deletes what providers returned about businesses (docs/product/finding.md#provider-content). */
@Injectable()
export class BusinessContent {
  constructor(
    private readonly database: Database,
    private readonly businesses: BusinessRepository,
  ) {}

  /** Returns the place ids of businesses with leads whose content is old or without details, oldest first. */
  async stale({ provider, fetchedBefore, withoutDetails, limit }: Stale): Promise<string[]> {
    const rows = await this.database.query<{ placeId: string }>(
      `select place_id as "placeId" from businesses b
       where provider = $1 and (fetched_at < $2 or ($3 and details_at is null))
         and exists (select 1 from user_businesses u where u.business_id = b.id)
       order by fetched_at limit $4`,
      [provider, fetchedBefore, withoutDetails, limit],
    );
    return rows.map(({ placeId }) => placeId);
  }

  /** Replaces the stored content with what the provider returns now. */
  async refresh(provider: string, placeId: string, content: FoundBusiness, fetchedAt: string): Promise<void> {
    await this.database.transaction(async () => {
      const row = JSON.stringify([rowOf({ ...content, placeId }, provider, fetchedAt)]);
      const [business] = await this.database.query<{ id: number }>(
        `update businesses b
         set updated_at = now(), details_at = now(), ${contentColumns.map((column) => `${column} = found.${column}`).join(', ')}
         from jsonb_to_recordset($1) as found (${foundShape})
         where b.place_id = found.place_id returning b.id`,
        [row],
      );
      if (business) await this.businesses.copyToLeads([business.id]);
    });
  }

  async markGone(placeId: string, clears: boolean): Promise<void> {
    if (clears) return this.clear([placeId]);
    await this.database.query('update businesses set details_at = now() where place_id = $1', [placeId]);
  }

  /** Clears content that these providers returned before `fetchedBefore`. Returns the number of businesses. */
  async clearOld(providers: readonly string[], fetchedBefore: string): Promise<number> {
    let cleared = 0;
    for (;;) {
      const old = await this.database.query<{ placeId: string }>(
        `select place_id as "placeId" from businesses where provider = any ($1) and fetched_at < $2 limit ${clearedAtOnce}`,
        [providers, fetchedBefore],
      );
      if (old.length === 0) return cleared;
      await this.clear(old.map(({ placeId }) => placeId));
      cleared += old.length;
    }
  }

  /** Preserves the place id and everything that users wrote. */
  private async clear(placeIds: readonly string[]): Promise<void> {
    const keys = JSON.stringify(placeIds.map((place_id) => ({ place_id, match_key: matchKey(clearedName, place_id) })));
    await this.database.transaction(async () => {
      const empty = contentColumns
        .filter((column) => !['name', 'match_key', 'provider', 'types', 'photo_references'].includes(column))
        .map((column) => `${column} = null`);
      const cleared = await this.database.query<{ id: number }>(
        `update businesses b
         set updated_at = now(), details_at = now(), name = $2, match_key = key.match_key, types = '{}',
           photo_references = '[]', ${empty.join(', ')}
         from jsonb_to_recordset($1) as key (place_id text, match_key text)
         where b.place_id = key.place_id returning b.id`,
        [keys, clearedName],
      );
      await this.businesses.copyToLeads(cleared.map(({ id }) => id));
    });
  }
}
