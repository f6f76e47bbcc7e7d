import type { Import } from './imported-file.js';
import type { Ledger } from './ledger.js';
import type { Records } from './records.js';

/** The state after a fault: the responses that the clients got, the imports, and the data of the servers. */
export interface Evidence {
  records: Records;
  ledger: Ledger;
  imports: readonly Import[];
  /** Leads up to this id were checked before. */
  afterLead: number;
  /** Ids of events that were spoilt on purpose. They may be dead letters. */
  spoilt: ReadonlySet<string>;
  /** Whether nothing else used the machine. Otherwise the waits of users are not judged. */
  isAlone: boolean;
  /** Returns the unfinished jobs in Redis and the unhandled events in NATS. */
  waiting(): Promise<string[]>;
}

/** A violation of an invariant: `count` things are lost, doubled, or wrong in another way. */
export interface Finding {
  harm: 'lost' | 'doubled' | 'wrong';
  count: number;
  what: string;
}

export interface Invariant {
  id: string;
  name: string;
  /** The invariant holds only when everything is quiet. It is checked repeatedly until then. */
  isEventual?: boolean;
  check(evidence: Evidence): Promise<Finding[]>;
}

/** Returns one finding with the first three examples, or none if there are no examples. */
export function found(harm: Finding['harm'], what: string, examples: readonly unknown[]): Finding[] {
  if (examples.length === 0) return [];
  const shown = examples.slice(0, 3).map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  return [{ harm, count: examples.length, what: `${what}: ${shown.join('; ')}${examples.length > 3 ? ' …' : ''}` }];
}

export const foundRows = async (
  records: Pick<Records, 'rows'>,
  harm: Finding['harm'],
  what: string,
  sql: string,
  parameters: unknown[] = [],
) => found(harm, what, await records.rows(sql, parameters));
