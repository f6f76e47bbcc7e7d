import { changesBetween } from './logged-changes.rules.js';

const lead = {
  status: 'new' as const,
  notes: '',
  customFields: {},
  tags: ['a'],
  archived: false,
  existingCustomer: false,
};
const after = (change: Partial<Parameters<typeof changesBetween>[1]>) => changesBetween(lead, { ...lead, ...change });

describe('the changes between two states of a lead', () => {
  it.each([
    [{}, []],
    [{ status: 'recontact' as const }, [{ kind: 'status', what: { from: 'new', to: 'recontact' } }]],
    [{ notes: 'x' }, [{ kind: 'edit', what: { what: 'notes' } }]],
    [
      { customFields: { email: 'a@b.example', website: 'b.example' } },
      [{ kind: 'edit', what: { what: 'details', names: ['email', 'website'] } }],
    ],
    [
      { tags: ['b'] },
      [
        { kind: 'edit', what: { what: 'tags-added', names: ['b'] } },
        { kind: 'edit', what: { what: 'tags-removed', names: ['a'] } },
      ],
    ],
    [{ archived: true }, [{ kind: 'edit', what: { what: 'archived' } }]],
    [{ existingCustomer: true }, [{ kind: 'edit', what: { what: 'customer-marked' } }]],
    [
      { customFields: { contactPerson: 'Ann', phoneNumber: '555 0100' }, tags: ['a', 'b', 'c'] },
      [
        { kind: 'edit', what: { what: 'details', names: ['contactPerson', 'phoneNumber'] } },
        { kind: 'edit', what: { what: 'tags-added', names: ['b', 'c'] } },
      ],
    ],
    [{ tags: [] }, [{ kind: 'edit', what: { what: 'tags-removed', names: ['a'] } }]],
  ])('%j are %j', (change, expected) => expect(after(change)).toEqual(expected));

  it('name custom fields and their values, cut if they are long', () => {
    const names = new Map([['plan', { name: 'Plan', type: 'several_of' as const }]]);
    const customFields = { email: 'a@b.example', plan: ['Gold', 'Iron'], staff: 0, notes: 'a'.repeat(300) };
    const [change, ...more] = changesBetween({ ...lead, customFields: { staff: 4 } }, { ...lead, customFields }, names);
    expect(more).toEqual([]);
    expect(change).toEqual({
      kind: 'edit',
      what: {
        what: 'details',
        names: ['email'],
        fields: [
          { key: 'staff', name: 'staff', from: '4', to: '0' },
          { key: 'plan', name: 'Plan', from: '', to: 'Gold; Iron' },
          { key: 'notes', name: 'notes', from: '', to: `${'a'.repeat(200)}…` },
        ],
      },
    });
  });

  it('name what was taken back', () => {
    const before = { ...lead, archived: true, existingCustomer: true, customFields: { email: 'a@b.example' } };
    expect(changesBetween(before, lead)).toEqual([
      { kind: 'edit', what: { what: 'details', names: ['email'] } },
      { kind: 'edit', what: { what: 'restored' } },
      { kind: 'edit', what: { what: 'customer-unmarked' } },
    ]);
  });
});
