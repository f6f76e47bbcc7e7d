import { AbuseTimes } from './request-times.js';

/** The fields of a lead that the clients write. */
export type Field = 'status' | 'notes' | 'contactPerson' | 'owner';

export interface FieldWrites {
  leadId: number;
  field: Field;
  /** The value of the last acknowledged write, or null. */
  sure: string | null;
  /** The value of an unanswered write, or null. After it, the clients no longer write this field. */
  unsure: string | null;
}

/** An added activity, which its text identifies. */
export interface Addition {
  leadId: number;
  text: string;
  key: string;
  by: string;
  isSure: boolean;
}

/**
 * Records the results of all calls. Each acknowledged write must be stored; each unanswered one may be stored once or not
 * at all.
 */
export class Ledger {
  private readonly writes = new Map<string, FieldWrites>();
  readonly additions = new Map<string, Addition>();
  /** Deleted leads, and whether the deletion was acknowledged. */
  readonly deletions = new Map<number, boolean>();
  /** Responses with data to callers who are not signed in. */
  readonly leaks: string[] = [];
  /** 401 responses to users with an open session. */
  readonly lostSessions: string[] = [];
  /** Responses that no request explains. */
  readonly unexpectedResponses: string[] = [];
  readonly abuse = new AbuseTimes();
  acknowledged = 0;
  unanswered = 0;

  /** Returns false after an unanswered write: the value of the field is then unknown. */
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

  /** Records that a repeated addition was acknowledged. */
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

  /** Returns the writes to leads that are not deleted. */
  fields(): FieldWrites[] {
    return [...this.writes.values()].filter(({ leadId }) => !this.deletions.has(leadId));
  }

  private count(isSure: boolean): void {
    if (isSure) this.acknowledged += 1;
    else this.unanswered += 1;
  }
}
