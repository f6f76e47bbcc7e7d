import { leadStatuses } from '@lead-finder/contracts';
import type { AppError } from '@lead-finder/platform';
import { distinctTags, Lead, merged } from './lead.entity.js';

const now = new Date('2026-03-02T09:00:00Z');
const later = new Date('2026-03-03T09:00:00Z');
const lead = (state: Partial<Lead> = {}) => Object.assign(new Lead(), { id: 1, userId: 7, name: 'Acme' }, state);
const nothing = { kind: 'nothing' };
const changed = { kind: 'changed' };
const refused = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return error;
  }
  throw new Error('It was not refused');
};

describe('a status', () => {
  it.each(leadStatuses.flatMap((from) => leadStatuses.filter((to) => to !== from).map((to) => [from, to] as const)))(
    'may move from %s to %s',
    (from, to) => {
      const one = lead({ status: from });
      expect(one.setStatus(to, now)).toEqual({ kind: 'status-moved', from, to, firstContact: from === 'new', at: now });
      expect(one).toMatchObject({ status: to, revision: 1 });
    },
  );

  it('changes nothing if it is set again', () => {
    const one = lead({ status: 'recontact' });
    expect(one.setStatus('recontact', now)).toEqual(nothing);
    expect(one.revision).toBe(0);
  });

  it('counts as a contact once per lead, regardless of later changes', () => {
    const one = lead();
    expect(one.setStatus('closed_lost', now)).toMatchObject({ firstContact: true });
    one.setStatus('new', later);
    expect(one.setStatus('in_progress', later)).toMatchObject({ firstContact: false });
    expect(one.firstContactAt).toEqual(now);
  });
});

describe('a note', () => {
  it('raises version and revision', () => {
    const one = lead();
    expect(one.setNotes('Call back')).toEqual(changed);
    expect(one).toMatchObject({ notes: 'Call back', version: 1, revision: 1 });
    expect(one.setNotes('Call back')).toEqual(nothing);
    expect(one.version).toBe(1);
  });

  it('rejects a stale version and returns the present note', () => {
    const one = lead();
    one.setNotes('theirs', 0);
    expect(refused(() => one.setNotes('mine', 0))).toMatchObject({
      kind: 'conflict',
      code: 'stale_version',
      details: { current: { version: 1, notes: 'theirs' } },
    });
    expect(one.notes).toBe('theirs');
  });

  it('is not stale because a contact detail was changed', () => {
    const one = lead();
    one.setCustomFields({ email: 'a@b.co' }, 0);
    expect(one.setNotes('mine', 0)).toEqual(changed);
    expect(one.version).toBe(2);
  });

  it('without a version overwrites: the last write wins', () => {
    const one = lead();
    one.setNotes('theirs');
    one.setNotes('mine');
    expect(one.notes).toBe('mine');
  });
});

describe('contact details', () => {
  it('are merged: null clears one, and undefined leaves one', () => {
    const one = lead({ customFields: { email: 'a@b.co', website: 'https://b.co' } });
    one.setCustomFields({ email: null, phoneNumber: '555 123 4567', website: undefined });
    expect(one.customFields).toEqual({ website: 'https://b.co', phoneNumber: '555 123 4567' });
    expect(one.setCustomFields({ email: null, website: 'https://b.co', phoneNumber: undefined })).toEqual(nothing);
  });

  it('have a version per field', () => {
    const one = lead();
    one.setCustomFields({ email: 'theirs@b.co' }, 0);
    expect(one.setCustomFields({ website: 'https://b.co' }, 0)).toEqual(changed);
    expect(refused(() => one.setCustomFields({ email: 'mine@b.co', phoneNumber: '555' }, 0))).toMatchObject({
      code: 'stale_version',
      details: { current: { version: 2, customFields: { email: 'theirs@b.co', website: 'https://b.co' } } },
    });
    expect(one.setCustomFields({ email: 'mine@b.co' }, 2)).toEqual(changed);
  });

  it('are those of the first contact, and the others are a list', () => {
    const main = { name: 'Ann', role: 'Owner', phone: '555', email: 'ann@b.co', note: 'Fridays' };
    const other = { name: 'Bo', role: '', phone: '', email: '', note: '' };
    const details = {
      contactPerson: 'Ann',
      contactRole: 'Owner',
      phoneNumber: '555',
      email: 'ann@b.co',
      contactNote: 'Fridays',
    };
    const one = lead();
    expect(one.setContacts([main, other])).toEqual(changed);
    expect(one.customFields).toEqual({ ...details, contacts: [other] });
    one.setContacts([main]);
    expect(one.customFields).toEqual(details);
    one.setContacts([other]);
    expect(one.customFields).toEqual({ contactPerson: 'Bo' });
    one.setContacts([]);
    expect(one.customFields).toEqual({});
  });

  it('that are stale come back with the fields of the change, and without other custom fields', () => {
    const one = lead({ customFields: { email: 'a@b.co', seats: 4, budget: 9 } });
    one.setCustomFields({ seats: 5 }, 0);
    expect(refused(() => one.setCustomFields({ seats: 6 }, 0))).toMatchObject({
      details: { current: { version: 1, customFields: { email: 'a@b.co', seats: 5 } } },
    });
    const { current } = (refused(() => one.setCustomFields({ seats: 6 }, 0)) as AppError).details as { current: Lead };
    expect(current.customFields).not.toHaveProperty('budget');
  });

  it('of a new lead have no empty values', () => {
    expect(merged({}, { email: null, website: 'https://b.co', phoneNumber: undefined })).toEqual({
      website: 'https://b.co',
    });
  });
});

describe('tags', () => {
  it('are compared without case and outer blanks', () => {
    const one = lead({ tags: ['Cold'] });
    expect(one.addTag('Hot')).toEqual(changed);
    expect(one.addTag(' HOT ')).toEqual(nothing);
    expect(one.tags).toEqual(['Cold', 'Hot']);
    expect(one.removeTag('hot')).toEqual(changed);
    expect(one.tags).toEqual(['Cold']);
  });

  it.each(['Imported', 'imported', ' IMPORTED '])('reject %p from users', (tag) => {
    const one = lead({ tags: ['Imported'] });
    expect(refused(() => one.addTag(tag))).toMatchObject({ kind: 'invalid' });
    expect(refused(() => one.removeTag(tag))).toMatchObject({ kind: 'invalid' });
    expect(one.tags).toEqual(['Imported']);
  });

  it.each(['.', ' .. '])('reject %p, which no path can contain', (tag) => {
    expect(refused(() => lead().removeTag(tag))).toMatchObject({ kind: 'invalid', message: 'Tag must not be . or ..' });
  });

  it('are at most 50', () => {
    const one = lead({ tags: Array.from({ length: 50 }, (_, number) => `tag ${number}`) });
    expect(refused(() => one.addTag('one more'))).toMatchObject({ kind: 'invalid', message: 'At most 50 tags' });
    expect(one.addTag('TAG 7')).toEqual(nothing);
  });

  it('cannot be removed if they are missing', () => {
    expect(refused(() => lead().removeTag('hot'))).toMatchObject({ kind: 'not_found' });
  });

  it('of a new lead have no repeats', () => expect(distinctTags(['Hot', 'cold', 'hot'])).toEqual(['Hot', 'cold']));
});

describe('archive, customer mark and view', () => {
  it('store their time and do nothing the second time', () => {
    const one = lead();
    expect([one.archive(now), one.archive(later)]).toEqual([changed, nothing]);
    expect(one).toMatchObject({ archived: true, archivedAt: now, revision: 1 });
    expect([one.restore(), one.restore()]).toEqual([changed, nothing]);
    expect(one).toMatchObject({ archived: false, archivedAt: null, revision: 2 });
    expect([one.markExistingCustomer(now), one.markExistingCustomer(later)]).toEqual([changed, nothing]);
    expect(one).toMatchObject({ existingCustomer: true, existingCustomerAt: now, revision: 3 });
    expect([one.unmarkExistingCustomer(), one.unmarkExistingCustomer()]).toEqual([changed, nothing]);
    expect(one).toMatchObject({ existingCustomer: false, existingCustomerAt: null, revision: 4 });
  });

  it('do not count viewing as a change that an undo respects', () => {
    const one = lead();
    expect([one.markViewed(), one.markViewed()]).toEqual([{ kind: 'viewed' }, nothing]);
    expect(one).toMatchObject({ viewed: true, revision: 0 });
  });
});

describe('reassigning', () => {
  it('moves the lead with its data, as new to its new owner', () => {
    const one = lead({ viewed: true, status: 'recontact', notes: 'n', tags: ['Hot'], archived: true });
    expect(one.reassign({ id: 8, username: 'sam' }, later, 'Holiday')).toEqual({
      kind: 'reassigned',
      previousUserId: 7,
      username: 'sam',
      notes: 'Holiday',
      reason: null,
    });
    expect(one).toMatchObject({
      userId: 8,
      assignedAt: later,
      viewed: false,
      status: 'recontact',
      notes: 'n',
      tags: ['Hot'],
    });
  });

  it('to the present owner is rejected', () => {
    expect(refused(() => lead().reassign({ id: 7, username: 'ann' }, now))).toMatchObject({
      kind: 'conflict',
      code: 'already_assigned',
      message: 'This business is already assigned to ann',
    });
  });
});

describe('an activity', () => {
  it.each([
    ['call', now],
    ['email', now],
    ['meeting', now],
    ['note', null],
  ])('of type %s leaves the last contact at %p', (type, lastContactedAt) => {
    const one = lead();
    expect(one.recordActivity(type, now)).toEqual(changed);
    expect(one).toMatchObject({ lastContactedAt, revision: 1 });
  });
});

describe('a new lead', () => {
  it('is New, not viewed and without details', () => {
    expect({ ...new Lead() }).toEqual({
      status: 'new',
      viewed: false,
      archived: false,
      archivedAt: null,
      existingCustomer: false,
      existingCustomerAt: null,
      lastContactedAt: null,
      notes: '',
      tags: [],
      customFields: {},
      version: 0,
      fieldVersions: {},
      revision: 0,
      firstContactAt: null,
    });
  });
});

describe('the undo of an outcome', () => {
  const before = { status: 'new' as const, lastContactedAt: null, firstContact: true };

  it('restores the status and the last contact, and takes the counted contact back', () => {
    const one = lead();
    one.setStatus('recontact', now);
    one.recordActivity('call', now);
    expect(one.undoOutcome(before, later)).toMatchObject({
      kind: 'status-moved',
      from: 'recontact',
      to: 'new',
      at: later,
    });
    expect(one).toMatchObject({ status: 'new', lastContactedAt: null, firstContactAt: null, revision: 3 });
  });

  it('leaves a contact that an earlier change counted', () => {
    const one = lead({ status: 'recontact', firstContactAt: now, lastContactedAt: later });
    expect(one.undoOutcome({ status: 'recontact', lastContactedAt: now, firstContact: false }, later)).toEqual(changed);
    expect(one).toMatchObject({ status: 'recontact', lastContactedAt: now, firstContactAt: now, revision: 1 });
  });
});

describe('a rejected change', () => {
  it('names the field and the rule', () => {
    expect(refused(() => lead().addTag('imported'))).toMatchObject({
      code: 'validation_failed',
      message: "The tag 'Imported' is reserved",
      details: { issues: [{ path: 'tag', message: "The tag 'Imported' is reserved" }] },
    });
    expect(refused(() => lead().removeTag('hot'))).toMatchObject({ code: 'not_found', message: 'Tag not found' });
  });

  it('of a stale value says that it has changed in the meantime', () => {
    const one = lead();
    one.setNotes('theirs');
    expect(refused(() => one.setNotes('mine', 0))).toMatchObject({
      message: 'This was changed by somebody else in the meantime',
    });
    expect(one.setNotes('mine', 1)).toEqual(changed);
  });
});
