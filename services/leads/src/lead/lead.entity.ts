import {
  contactDetailKeys,
  importedTag,
  type CustomFields,
  type LeadContact,
  type LeadStatus,
  type PoolReason,
} from '@lead-finder/contracts';
import { AppError, invalidField, staleVersion } from '@lead-finder/platform';
import { isDeepStrictEqual as isEqual } from 'node:util';
import { Column, Entity, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** New values of contact details and custom fields. Null clears a value; undefined leaves it. */
export type CustomFieldsChange = { [field in keyof CustomFields]?: CustomFields[field] | null };

/** What a change did, for the repository that writes history and events. */
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
      /** `job` names a contact that can be undone; `undoes` names the contact that this change undoes. */
      job?: string;
      undoes?: string;
    }
  | {
      kind: 'reassigned';
      previousUserId: number;
      username: string;
      notes: string | null;
      /** Why it went to a pool. */
      reason: PoolReason | null;
    };

const nothing: LeadChange = { kind: 'nothing' };
export const maxTags = 50;

/** A business that is assigned to a user (docs/product/one-lead.md). */
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
  /** Grows with each change of the note, a contact detail or a custom field; `fieldVersions` has the last one per field. */
  @Column('int') version = 0;
  @Column('jsonb', { name: 'field_versions' }) fieldVersions: Record<string, number> = {};
  /** Counts changes by users, except viewing. An undo skips a lead whose revision has grown. */
  @Column('int') revision = 0;
  @Column('timestamptz', { name: 'first_contact_at', nullable: true }) firstContactAt: Date | null = null;
  /** A copy of the business's name for searches. */
  @Column('text') name!: string;
  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' }) updatedAt!: Date;

  markViewed(): LeadChange {
    if (this.viewed) return nothing;
    this.viewed = true;
    return { kind: 'viewed' };
  }

  /** Any status may follow any other. The first move away from New counts as a contact, once per lead. */
  setStatus(to: LeadStatus, now: Date): LeadChange {
    const from = this.status;
    if (from === to) return nothing;
    const firstContact = from === 'new' && this.firstContactAt === null;
    if (firstContact) this.firstContactAt = now;
    this.status = to;
    this.touch();
    return { kind: 'status-moved', from, to, firstContact, at: now };
  }

  /** Rejects with 409 if the note changed after version `since`. Without `since` it overwrites. */
  setNotes(notes: string, since?: number): LeadChange {
    if (notes === this.notes) return nothing;
    this.rejectStale(['notes'], since);
    this.notes = notes;
    this.raiseVersion(['notes']);
    return this.touch();
  }

  /** Merges `change` into the contact details and custom fields. Rejects with 409 if a changed field has a version after `since`. */
  setCustomFields(change: CustomFieldsChange, since?: number): LeadChange {
    const changed = Object.entries(change).filter(([field, value]) => {
      const present = this.customFields[field] ?? null;
      // A field that became several of a list still has values of one.
      return value !== undefined && !isEqual(value, Array.isArray(value) ? [present].flat() : present);
    });
    if (changed.length === 0) return nothing;
    const names = changed.map(([field]) => field);
    this.rejectStale(names, since);
    this.customFields = merged(this.customFields, Object.fromEntries(changed));
    this.raiseVersion(names);
    return this.touch();
  }

  /** The first contact fills the contact details. Rejects with 409 if a changed detail has a version after `since`. */
  setContacts([main, ...others]: LeadContact[], since?: number): LeadChange {
    const change = {
      contactPerson: main?.name || null,
      phoneNumber: main?.phone || null,
      email: main?.email || null,
      contactRole: main?.role || null,
      contactNote: main?.note || null,
      contacts: others.length > 0 ? others : null,
    };
    return this.setCustomFields(change, since);
  }

  /** Ignores a tag that the lead has in any case. Rejects reserved tags and more than 50 tags with 400. */
  addTag(tag: string): LeadChange {
    rejectReserved(tag);
    if (this.tags.some((each) => isSameTag(each, tag))) return nothing;
    if (this.tags.length >= maxTags) throw invalidTag(`At most ${maxTags} tags`);
    this.tags = [...this.tags, tag];
    return this.touch();
  }

  removeTag(tag: string): LeadChange {
    rejectReserved(tag);
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

  /** Moves the lead with its status, notes, tags and activities. Rejects with 409 if `to` owns it already. */
  reassign(to: { id: number; username: string }, now: Date, notes?: string, reason?: PoolReason): LeadChange {
    if (this.userId === to.id) throw alreadyAssigned(to.username);
    const previousUserId = this.userId;
    this.userId = to.id;
    this.assignedAt = now;
    this.viewed = false;
    this.touch();
    return { kind: 'reassigned', previousUserId, username: to.username, notes: notes || null, reason: reason ?? null };
  }

  recordActivity(type: string, now: Date): LeadChange {
    if (type !== 'note') this.lastContactedAt = now;
    return this.touch();
  }

  /** Restores the state before an outcome and removes the contact that the outcome counted. */
  undoOutcome(
    before: { status: LeadStatus; lastContactedAt: Date | null; firstContact: boolean },
    now: Date,
  ): LeadChange {
    const moved = this.setStatus(before.status, now);
    this.lastContactedAt = before.lastContactedAt;
    if (before.firstContact) this.firstContactAt = null;
    return moved.kind === 'nothing' ? this.touch() : moved;
  }

  /** Counts a change outside the lead's own columns. */
  touch(): LeadChange {
    this.revision += 1;
    return { kind: 'changed' };
  }

  private raiseVersion(fields: string[]): void {
    this.version += 1;
    this.fieldVersions = { ...this.fieldVersions, ...Object.fromEntries(fields.map((field) => [field, this.version])) };
  }

  private rejectStale(fields: string[], since = Infinity): void {
    if (!fields.some((field) => (this.fieldVersions[field] ?? 0) > since)) return;
    const { version, notes } = this;
    // Removed custom fields stay hidden.
    const customFields = Object.fromEntries(
      Object.entries(this.customFields).filter(([key]) => contactDetailKeys.includes(key) || fields.includes(key)),
    );
    throw staleVersion(fields.includes('notes') ? { version, notes } : { version, customFields });
  }
}

/** Callers may search the message for 'already assigned' (docs/product/finding.md#assign-outcome). */
export const alreadyAssigned = (username: string) =>
  new AppError('conflict', 'already_assigned', `This business is already assigned to ${username}`);

export const isSameTag = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** Drops repeats in any case and preserves the first spelling. */
export const distinctTags = (tags: readonly string[]) =>
  tags.filter((tag, index) => tags.findIndex((each) => isSameTag(each, tag)) === index);

const invalidTag = (message: string) => invalidField('tag', message);

function rejectReserved(tag: string): void {
  if (isSameTag(tag, importedTag)) throw invalidTag(`The tag '${importedTag}' is reserved`);
  // HTTP clients remove '.' and '..' from a path (docs/product/one-lead.md#tags).
  if (['.', '..'].includes(tag.trim())) throw invalidTag('Tag must not be . or ..');
}

/** Returns the details without empty values. Null and '' in `change` clear a value. */
export function merged(present: CustomFields, change: CustomFieldsChange): CustomFields {
  const all = { ...present, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null && value !== '')) as CustomFields;
}
