import { createHash } from 'node:crypto';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

interface CacheEntry {
  version: string;
  at: number;
  result: Promise<unknown>;
  isRough: boolean;
}

const maxEntries = 500;
const roughMs = 30_000;

/** Caches exact results until the database changes and approximate ones for 30 seconds. */
@Injectable()
export class QueryCache {
  private readonly entries = new Map<string, CacheEntry>();

  constructor(private readonly database: Database) {}

  async of<T>(
    kind: string,
    query: unknown,
    load: () => Promise<T>,
    isRough: (result: T) => boolean = () => false,
  ): Promise<T> {
    // The query of a branch names up to 10,000 people.
    const key = createHash('sha256')
      .update(`${kind} ${JSON.stringify(query)}`)
      .digest('base64');
    const rough = this.entries.get(key);
    if (rough?.isRough && performance.now() - rough.at < roughMs) return rough.result as Promise<T>;
    const version = await this.version();
    const known = this.entries.get(key);
    if (known?.version === version) return known.result as Promise<T>;
    const result = load();
    const entry = { version, at: performance.now(), result, isRough: false };
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > maxEntries) this.entries.delete(this.entries.keys().next().value!);
    result.then(
      (found) => (entry.isRough = isRough(found)),
      () => this.entries.delete(key),
    );
    return result;
  }

  /** Two equal snapshots see the same rows. A count of changes would miss what no counter has, as a name or a custom field. */
  private async version(): Promise<string> {
    const [row] = await this.database.prepared<{ version: string }>(
      'select pg_current_snapshot()::text as version',
      [],
    );
    return row!.version;
  }
}
