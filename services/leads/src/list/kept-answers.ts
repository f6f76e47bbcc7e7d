import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

interface Kept {
  version: string;
  answer: Promise<unknown>;
}

const mostKept = 500;

/**
 * What had to be counted by looking at the leads, kept as long as no lead has changed since: an exact total, or what a
 * filter panel offers, is asked for again and again while people page and look. Which changes there were stands in what
 * counters have not folded yet, and in how often they folded.
 */
@Injectable()
export class KeptAnswers {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly database: Database) {}

  async of<T>(kind: string, about: unknown, find: () => Promise<T>): Promise<T> {
    const key = `${kind} ${JSON.stringify(about)}`;
    const version = await this.version();
    const known = this.kept.get(key);
    if (known?.version === version) return known.answer as Promise<T>;
    const answer = find();
    this.kept.delete(key);
    this.kept.set(key, { version, answer });
    if (this.kept.size > mostKept) this.kept.delete(this.kept.keys().next().value!);
    answer.catch(() => this.kept.delete(key));
    return answer;
  }

  /** The same text means that nothing which a filter looks at has been committed in between. */
  private async version(): Promise<string> {
    const [row] = await this.database.query<{ version: string }>(
      `select concat_ws(' ', (select folds from lead_folds),
         (select count(*) || ' ' || coalesce(sum(id), 0) from lead_count_changes),
         (select count(*) || ' ' || coalesce(sum(id), 0) from lead_value_changes)) as version`,
    );
    return row!.version;
  }
}
