import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { nameCondition, Parameters, type ScopedFilter } from './lead-filter.rules.js';

/** A name that so many leads have is sooner met on a walk over the list than gathered by the index of names. */
const common = 2_000;
const judgedMs = 600_000;
const mostJudged = 1_000;

/**
 * Whether a searched name is common. PostgreSQL can't tell from its statistics, takes all for rare, and would gather and
 * sort tens of thousands of leads for one page. It decides on the way alone, never on what is found.
 */
@Injectable()
export class CommonNames {
  private readonly judged = new Map<string, { isCommon: Promise<boolean>; at: number }>();

  constructor(private readonly database: Database) {}

  async judge<F extends ScopedFilter>(filter: F): Promise<F> {
    return filter.q ? { ...filter, nameIsCommon: await this.isCommon(filter.q.toLowerCase()) } : filter;
  }

  private isCommon(q: string): Promise<boolean> {
    const known = this.judged.get(q);
    if (known && performance.now() - known.at < judgedMs) return known.isCommon;
    const isCommon = this.look(q);
    this.judged.delete(q);
    this.judged.set(q, { isCommon, at: performance.now() });
    if (this.judged.size > mostJudged) this.judged.delete(this.judged.keys().next().value!);
    isCommon.catch(() => this.judged.delete(q));
    return isCommon;
  }

  private async look(q: string): Promise<boolean> {
    const parameters = new Parameters();
    const where = nameCondition(q, parameters);
    const rows = await this.database.query(
      `select 1 from user_businesses where ${where} limit 1 offset ${common}`,
      parameters.values,
    );
    return rows.length > 0;
  }
}
