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

/** Caches exact results until a lead changes and approximate ones for 30 seconds. */
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

  /** Keeps the version as it is while rows go from the changes to the counts. */
  async countRolledUp(changes: number): Promise<void> {
    await this.database.query('update lead_folds set folds = folds + $1', [changes]);
  }

  /** Grows with each commit that changes a filtered column, but not with a roll-up. */
  private async version(): Promise<string> {
    const [row] = await this.database.prepared<{ version: string }>(
      `select folds + (select count(*) from lead_count_changes) + (select count(*) from lead_value_changes) as version
       from lead_folds`,
      [],
    );
    return row!.version;
  }
}
