import { AbuseTimes } from './request-times.js';

/** What a person may write into a lead that has one value at a time. */
export type Field = 'status' | 'notes' | 'contactPerson' | 'owner';

export interface FieldWrites {
  leadId: number;
  field: Field;
  /** Of the last write that was acknowledged; null where none was. */
  sure: string | null;
  /** Of the write that nobody answered, after which this field is left alone. */
  unsure: string | null;
}

/** Something that is added, and found again by its text. */
export interface Addition {
  leadId: number;
  text: string;
  key: string;
  by: string;
  isSure: boolean;
}

/**
 * What people were told: each write that was acknowledged must be there afterwards, each that nobody answered may be there
 * once or not at all.
 */
export class Ledger {
  private readonly writes = new Map<string, FieldWrites>();
  readonly additions = new Map<string, Addition>();
  /** Leads that were deleted, and whether that was acknowledged. */
  readonly deletions = new Map<number, boolean>();
  /** Data that was shown to somebody who is not signed in. */
  readonly leaks: string[] = [];
  /** People who were sent out although their session was open. */
  readonly lostSessions: string[] = [];
  /** Answers that nothing of what was asked explains. */
  readonly unexpectedResponses: string[] = [];
  readonly abuse = new AbuseTimes();
  acknowledged = 0;
  unanswered = 0;

  /** Whether another write tells what it becomes: after one that nobody answered it does not. */
  isSettled(leadId: number, field: Field): boolean {
    return this.writes.get(`${leadId}/${field}`)?.unsure == null && !this.deletions.has(leadId);
  }

  wrote(leadId: number, field: Field, value: string, isSure: boolean): void {
    const key = `${leadId}/${field}`;
    const known = this.writes.get(key) ?? { leadId, field, sure: null, unsure: null };
    this.writes.set(key, isSure ? { ...known, sure: value } : { ...known, unsure: value });
    this.count(isSure);
  }

  added(addition: Addition): void {
    this.additions.set(addition.text, addition);
    this.count(addition.isSure);
  }

  /** It was asked for once more, and acknowledged. */
  confirmed(addition: Addition): void {
    if (addition.isSure) return;
    this.additions.set(addition.text, { ...addition, isSure: true });
    this.acknowledged += 1;
    this.unanswered -= 1;
  }

  deleted(leadId: number, isSure: boolean): void {
    this.deletions.set(leadId, isSure);
    this.count(isSure);
  }

  /** Of leads that nobody has deleted. */
  fields(): FieldWrites[] {
    return [...this.writes.values()].filter(({ leadId }) => !this.deletions.has(leadId));
  }

  private count(isSure: boolean): void {
    if (isSure) this.acknowledged += 1;
    else this.unanswered += 1;
  }
}
