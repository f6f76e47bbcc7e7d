import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

interface CacheEntry {
  version: string;
  at: number;
  answer: Promise<unknown>;
  isRough: boolean;
}

const maxEntries = 500;
const roughMs = 30_000;

/**
 * What had to be counted by looking at the leads, kept as long as no lead has changed since: an exact total, or what a
 * filter panel offers, is asked for again and again while people page and look. What says of itself that it is no exact
 * number is good for half a minute, whatever changes meanwhile.
 */
@Injectable()
export class QueryCache {
  private readonly entries = new Map<string, CacheEntry>();

  constructor(private readonly database: Database) {}

  async of<T>(
    kind: string,
    query: unknown,
    load: () => Promise<T>,
    isRough: (answer: T) => boolean = () => false,
  ): Promise<T> {
    const key = `${kind} ${JSON.stringify(query)}`;
    const rough = this.entries.get(key);
    if (rough?.isRough && performance.now() - rough.at < roughMs) return rough.answer as Promise<T>;
    const version = await this.version();
    const known = this.entries.get(key);
    if (known?.version === version) return known.answer as Promise<T>;
    const answer = load();
    const entry = { version, at: performance.now(), answer, isRough: false };
    this.entries.delete(key);
    this.entries.set(key, entry);
    if (this.entries.size > maxEntries) this.entries.delete(this.entries.keys().next().value!);
    answer.then(
      (found) => (entry.isRough = isRough(found)),
      () => this.entries.delete(key),
    );
    return answer;
  }

  /**
   * How many changes there were, folded ones and others: each commit of a change that a filter looks at raises it, and a
   * fold leaves it as it is.
   */
  private async version(): Promise<string> {
    const [row] = await this.database.prepared<{ version: string }>(
      `select folds + (select count(*) from lead_count_changes) + (select count(*) from lead_value_changes) as version
       from lead_folds`,
      [],
    );
    return row!.version;
  }
}
