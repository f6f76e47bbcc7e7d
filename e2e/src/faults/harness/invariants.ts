import { abuseIsNotNoticed } from './abuse.invariants.js';
import type { Invariant } from './evidence.js';
import { acknowledgedIsThere, closedToStrangers, unansweredIsDoneAtMostOnce } from './ledger.invariants.js';
import { historyIsAChain, leadsAreOnce, nothingIsOrphaned, rowsAreCounted, rowsAreCovered } from './lead.invariants.js';
import { contactsCountOnce, copiesAreTrue, nothingIsStuck, outboxIsEmpty } from './event.invariants.js';

/** The invariants that hold after every fault. docs/reliability.md explains each. */
export const invariants: readonly Invariant[] = [
  { id: 'I1', name: 'every row of a file counts once', check: rowsAreCounted },
  { id: 'I2', name: 'leads and failed rows cover all lines of the file', check: rowsAreCovered },
  { id: 'I3', name: 'no lead is lost or doubled', check: leadsAreOnce },
  { id: 'I4', name: 'a contact counts once', check: contactsCountOnce },
  { id: 'I5', name: 'every event is sent', isEventual: true, check: outboxIsEmpty },
  { id: 'I6', name: 'copies match their owner', isEventual: true, check: copiesAreTrue },
  { id: 'I7', name: 'acknowledged writes are saved', check: acknowledgedIsThere },
  { id: 'I8', name: 'writes without a response are saved at most once', check: unansweredIsDoneAtMostOnce },
  { id: 'I9', name: 'the history of a lead is a chain', check: historyIsAChain },
  { id: 'I10', name: 'no rows are left of what was deleted', check: nothingIsOrphaned },
  { id: 'I11', name: 'only signed-in users read data', check: closedToStrangers },
  { id: 'I12', name: 'nothing is stuck', isEventual: true, check: nothingIsStuck },
  { id: 'I13', name: 'users at work do not notice an abuse', check: abuseIsNotNoticed },
];
