import { importedTag, type CustomFields, type LeadStatus } from '@lead-finder/contracts';
import { AppError } from '@lead-finder/platform';
import { Column, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** A new value for some of the contact details; null clears one. */
export type CustomFieldsChange = { [field in keyof CustomFields]?: string | null | undefined };

/** What a change did, for whoever keeps and tells it. */
export type LeadChange =
  | { kind: 'nothing' }
  | { kind: 'viewed' }
  | { kind: 'changed' }
  | {
      kind: 'status-moved';
      from: LeadStatus;
      to: LeadStatus;
      firstContact: boolean;
      at: Date;
      /** Under what name a contact is counted, and what it takes back, where that may be undone. */
      job?: string;
      undoes?: string;
    }
  | { kind: 'reassigned'; previousUserId: number; username: string; notes: string | null };

const nothing: LeadChange = { kind: 'nothing' };
const maxTags = 50;

/** A business in the hands of one person: specification sections 3 and 4, decisions sections 5 and 9. */
@Entity('user_businesses')
export class Lead {
  @PrimaryGeneratedColumn('identity') id!: number;
  @Column('uuid') uuid!: string;
  @Column('int', { name: 'user_id' }) userId!: number;
  @Column('int', { name: 'business_id' }) businessId!: number;
  @Column('text') status: LeadStatus = 'new';
  @Column('boolean') viewed = false;
  @Column('boolean') archived = false;
  @Column('timestamptz', { name: 'archived_at', nullable: true }) archivedAt: Date | null = null;
  @Column('boolean', { name: 'existing_customer' }) existingCustomer = false;
  @Column('timestamptz', { name: 'existing_customer_at', nullable: true }) existingCustomerAt: Date | null = null;
  @Column('timestamptz', { name: 'assigned_at' }) assignedAt!: Date;
  @Column('timestamptz', { name: 'last_contacted_at', nullable: true }) lastContactedAt: Date | null = null;
  @Column('text') notes = '';
  @Column('text', { array: true }) tags: string[] = [];
  @Column('jsonb', { name: 'custom_fields' }) customFields: CustomFields = {};
  /** Raised by every change of the note or a contact detail; `fieldVersions` says which of them at which version. */
  @Column('int') version = 0;
  @Column('jsonb', { name: 'field_versions' }) fieldVersions: Record<string, number> = {};
  /** Counts every change by a person but viewing: an undo touches only what is still as the job left it. */
  @Column('int') revision = 0;
  @Column('timestamptz', { name: 'first_contact_at', nullable: true }) firstContactAt: Date | null = null;
  /** The business's name, kept here for searching. */
  @Column('text') name!: string;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt!: Date;

  markViewed(): LeadChange {
    if (this.viewed) return nothing;
    this.viewed = true;
    return { kind: 'viewed' };
  }

  /** Any status may follow any other. It counts as a contact once in the lead's life, when it first leaves New. */
  setStatus(to: LeadStatus, now: Date): LeadChange {
    const from = this.status;
    if (from === to) return nothing;
    const firstContact = from === 'new' && this.firstContactAt === null;
    if (firstContact) this.firstContactAt = now;
    this.status = to;
    this.touch();
    return { kind: 'status-moved', from, to, firstContact, at: now };
  }

  /** `since` is the version that the writer started from; without one the last writer wins. */
  setNotes(notes: string, since?: number): LeadChange {
    if (notes === this.notes) return nothing;
    this.refuseStale(['notes'], since);
    this.notes = notes;
    this.raiseVersion(['notes']);
    return this.touch();
  }

  /** Merges; a field that isn't named stays. */
  setCustomFields(change: CustomFieldsChange, since?: number): LeadChange {
    const fields = Object.entries(change) as [keyof CustomFields, string | null | undefined][];
    const changed = fields.filter(
      ([field, value]) => value !== undefined && value !== (this.customFields[field] ?? null),
    );
    if (changed.length === 0) return nothing;
    const names = changed.map(([field]) => field);
    this.refuseStale(names, since);
    this.customFields = merged(this.customFields, change);
    this.raiseVersion(names);
    return this.touch();
  }

  /** One that is there in any case changes nothing. */
  addTag(tag: string): LeadChange {
    refuseReserved(tag);
    if (this.tags.some((each) => isSameTag(each, tag))) return nothing;
    if (this.tags.length >= maxTags) throw invalidTag(`At most ${maxTags} tags`);
    this.tags = [...this.tags, tag];
    return this.touch();
  }

  removeTag(tag: string): LeadChange {
    refuseReserved(tag);
    const rest = this.tags.filter((each) => !isSameTag(each, tag));
    if (rest.length === this.tags.length) throw new AppError('not_found', 'not_found', 'Tag not found');
    this.tags = rest;
    return this.touch();
  }

  archive(now: Date): LeadChange {
    if (this.archived) return nothing;
    this.archived = true;
    this.archivedAt = now;
    return this.touch();
  }

  restore(): LeadChange {
    if (!this.archived) return nothing;
    this.archived = false;
    this.archivedAt = null;
    return this.touch();
  }

  markExistingCustomer(now: Date): LeadChange {
    if (this.existingCustomer) return nothing;
    this.existingCustomer = true;
    this.existingCustomerAt = now;
    return this.touch();
  }

  unmarkExistingCustomer(): LeadChange {
    if (!this.existingCustomer) return nothing;
    this.existingCustomer = false;
    this.existingCustomerAt = null;
    return this.touch();
  }

  /** Moves it with status, notes, tags and activities; it is new to the one who gets it. */
  reassign(to: { id: number; username: string }, now: Date, notes?: string): LeadChange {
    if (this.userId === to.id) throw alreadyAssigned(to.username);
    const previousUserId = this.userId;
    this.userId = to.id;
    this.assignedAt = now;
    this.viewed = false;
    this.touch();
    return { kind: 'reassigned', previousUserId, username: to.username, notes: notes || null };
  }

  /** A call, an e-mail and a meeting reach the customer; a note doesn't. */
  recordActivity(type: string, now: Date): LeadChange {
    if (type !== 'note') this.lastContactedAt = now;
    return this.touch();
  }

  /** Back to what it was before an outcome; a contact that the outcome made is none any more. */
  takeBackOutcome(
    before: { status: LeadStatus; lastContactedAt: Date | null; firstContact: boolean },
    now: Date,
  ): LeadChange {
    const moved = this.setStatus(before.status, now);
    this.lastContactedAt = before.lastContactedAt;
    if (before.firstContact) this.firstContactAt = null;
    return moved.kind === 'nothing' ? this.touch() : moved;
  }

  /** Somebody did something to it beside its own columns. */
  touch(): LeadChange {
    this.revision += 1;
    return { kind: 'changed' };
  }

  private raiseVersion(fields: string[]): void {
    this.version += 1;
    this.fieldVersions = { ...this.fieldVersions, ...Object.fromEntries(fields.map((field) => [field, this.version])) };
  }

  private refuseStale(fields: string[], since = Infinity): void {
    if (!fields.some((field) => (this.fieldVersions[field] ?? 0) > since)) return;
    const { version, notes, customFields } = this;
    throw new AppError('conflict', 'stale_version', 'This was changed by somebody else in the meantime', {
      current: fields.includes('notes') ? { version, notes } : { version, customFields },
    });
  }
}

/** The words are a promise: 'already assigned' is what a caller may look for (specification section 8). */
export const alreadyAssigned = (username: string) =>
  new AppError('conflict', 'already_assigned', `This business is already assigned to ${username}`);

const isSameTag = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The first spelling of each stays. */
export const distinctTags = (tags: readonly string[]) =>
  tags.filter((tag, index) => tags.findIndex((each) => isSameTag(each, tag)) === index);

const invalidTag = (message: string) =>
  new AppError('invalid', 'validation_failed', message, { issues: [{ path: 'tag', message }] });

function refuseReserved(tag: string): void {
  if (isSameTag(tag, importedTag)) throw invalidTag(`The tag '${importedTag}' is reserved`);
  // A path never carries them: every client takes '.' and '..' away (decisions, section 9).
  if (['.', '..'].includes(tag.trim())) throw invalidTag('Tag must not be . or ..');
}

/** Each key with a value; null and '' clear theirs. */
export function merged(present: CustomFields, change: CustomFieldsChange): CustomFields {
  const all = { ...present, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value)) as CustomFields;
}
