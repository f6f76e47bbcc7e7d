import type { Import } from './imported-file.js';
import type { Ledger } from './ledger.js';
import type { Records } from './records.js';

/** All that is known after a fault: what people were told, what was imported, what the servers hold. */
export interface Evidence {
  records: Records;
  ledger: Ledger;
  imports: readonly Import[];
  /** Leads up to this one were looked at before. */
  afterLead: number;
  /** Events that were spoilt on purpose, and may be parked. */
  spoilt: ReadonlySet<string>;
  /** What Redis and NATS hold that is not done or not heard. */
  waiting(): Promise<string[]>;
}

/** What an invariant found broken: so many things lost, there twice, or wrong in another way. */
export interface Finding {
  harm: 'lost' | 'doubled' | 'wrong';
  count: number;
  what: string;
}

export interface Invariant {
  id: string;
  name: string;
  /** It comes true once everything is quiet; until then it is looked at again. */
  isEventual?: boolean;
  check(evidence: Evidence): Promise<Finding[]>;
}

/** None where the list is empty; the first few are told. */
export function found(harm: Finding['harm'], what: string, examples: readonly unknown[]): Finding[] {
  if (examples.length === 0) return [];
  const shown = examples.slice(0, 3).map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  return [{ harm, count: examples.length, what: `${what}: ${shown.join('; ')}${examples.length > 3 ? ' …' : ''}` }];
}

export const foundRows = async (
  records: Records,
  harm: Finding['harm'],
  what: string,
  sql: string,
  parameters: unknown[] = [],
) => found(harm, what, await records.rows(sql, parameters));
