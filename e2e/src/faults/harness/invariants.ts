import { abuseIsNotNoticed } from './abuse.invariants.js';
import type { Invariant } from './evidence.js';
import { acknowledgedIsThere, closedToStrangers, unansweredIsDoneAtMostOnce } from './ledger.invariants.js';
import { historyIsAChain, leadsAreOnce, nothingIsOrphaned, rowsAreCounted, rowsAreCovered } from './lead.invariants.js';
import { contactsCountOnce, copiesAreTrue, nothingIsStuck, outboxIsEmpty } from './event.invariants.js';

/** What holds whatever was killed, cut off or sent twice; docs/reliability.md explains each. */
export const invariants: readonly Invariant[] = [
  { id: 'I1', name: 'every row of a file is counted once', check: rowsAreCounted },
  { id: 'I2', name: 'the rows that are told of are all lines of the file', check: rowsAreCovered },
  { id: 'I3', name: 'no lead is lost or made twice', check: leadsAreOnce },
  { id: 'I4', name: 'a contact counts once', check: contactsCountOnce },
  { id: 'I5', name: 'every event was sent', isEventual: true, check: outboxIsEmpty },
  { id: 'I6', name: 'what services copy is what its owner has', isEventual: true, check: copiesAreTrue },
  { id: 'I7', name: 'what was acknowledged is there', check: acknowledgedIsThere },
  { id: 'I8', name: 'what nobody answered is there once at most', check: unansweredIsDoneAtMostOnce },
  { id: 'I9', name: 'the history of a lead is a chain', check: historyIsAChain },
  { id: 'I10', name: 'nothing is left of what was deleted', check: nothingIsOrphaned },
  { id: 'I11', name: 'nobody gets in who is not signed in', check: closedToStrangers },
  { id: 'I12', name: 'nothing is stuck', isEventual: true, check: nothingIsStuck },
  { id: 'I13', name: 'people at work do not notice an abuse', check: abuseIsNotNoticed },
];
