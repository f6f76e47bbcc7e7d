import { Database, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { PlacesSettings } from '../places.config.js';
import type { ProviderBusiness } from '../provider/places-provider.js';

export interface SearchPage {
  id: string;
  searchHash: string;
  page: number;
  businesses: ProviderBusiness[];
  /** The number of results up to and including this page. */
  served: number;
  /** The number of results on all pages; null if the provider does not return it. */
  total: number | null;
  /** The provider's own token of the next page; null on the last. */
  providerToken: string | null;
  fetchedAt: Date;
}

const COLUMNS = `id, search_hash as "searchHash", page, businesses, served, total,
  provider_token as "providerToken", fetched_at as "fetchedAt"`;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The cache of found pages, for repeated searches and for the next page. */
@Injectable()
export class SearchPages {
  constructor(
    private readonly database: Database,
    @Inject(SERVICE_SETTINGS) private readonly settings: PlacesSettings,
  ) {}

  find(searchHash: string, page: number): Promise<SearchPage | undefined> {
    return this.fresh('search_hash = $2 and page = $3', [searchHash, page]);
  }

  async findByToken(token: string, searchHash: string): Promise<SearchPage | undefined> {
    return UUID.test(token) ? this.fresh('id = $2 and search_hash = $3', [token, searchHash]) : undefined;
  }

  /** Saves a page. A refreshed page preserves its id, so existing tokens stay valid. */
  async save(page: Omit<SearchPage, 'id' | 'fetchedAt'>, provider: string): Promise<SearchPage> {
    const { searchHash, businesses, served, total, providerToken } = page;
    const [saved] = await this.database.query<SearchPage>(
      `insert into search_pages (search_hash, page, provider, businesses, served, total, provider_token)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (search_hash, page) do update
         set businesses = excluded.businesses, served = excluded.served, total = excluded.total,
             provider_token = excluded.provider_token, fetched_at = now()
       returning ${COLUMNS}`,
      [searchHash, page.page, provider, JSON.stringify(businesses), served, total, providerToken],
    );
    return saved!;
  }

  private async fresh(condition: string, values: unknown[]): Promise<SearchPage | undefined> {
    const [page] = await this.database.query<SearchPage>(
      `select ${COLUMNS} from search_pages where fetched_at >= now() - make_interval(mins => $1) and ${condition}`,
      [this.settings.PLACES_CACHE_MINUTES, ...values],
    );
    return page;
  }
}
