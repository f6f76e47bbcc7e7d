import type { TimelineEntry } from '@lead-finder/contracts';
import { textsOf } from './timeline.rules';

const labels = {
  new: 'New',
  in_progress: 'In Progress',
  recontact: 'Recontact',
  closed_won: 'Won',
  closed_lost: 'Lost',
};
type Part = Pick<TimelineEntry, 'kind' | 'what'>;
const textsIn = (part: Part) => textsOf(part as TimelineEntry, (status) => labels[status]);
const activity = { type: 'call', description: 'Called Ann', scheduledAt: null, completedAt: null } as const;

describe('An entry of the timeline', () => {
  it('of an activity has its text, and its outcome on a line of its own', () => {
    expect(textsIn({ kind: 'activity', what: { ...activity, outcome: null } })).toEqual({
      title: '',
      text: 'Called Ann',
    });
    expect(textsIn({ kind: 'activity', what: { ...activity, outcome: 'Call back' } }).text).toBe(
      'Called Ann\nOutcome: Call back',
    );
  });

  it('of custom fields has their values before and after', () => {
    const fields = [
      { name: 'Plan', from: '', to: 'Gold' },
      { name: 'Staff', from: '5', to: '' },
    ];
    expect(textsIn({ kind: 'edit', what: { what: 'details', names: ['email'], fields } })).toEqual({
      title: 'Changed email, Plan, Staff',
      text: 'Plan: none → Gold\nStaff: 5 → none',
    });
  });

  it.each<[Part, string]>([
    [{ kind: 'status', what: { from: 'new', to: 'closed_won' } }, 'Status changed from New to Won'],
    [{ kind: 'assignment', what: { from: null, to: 'sam', notes: null } }, 'Initially assigned to sam'],
    [{ kind: 'assignment', what: { from: 'alex', to: 'sam', notes: null } }, 'Reassigned from alex to sam'],
    [
      { kind: 'edit', what: { what: 'details', names: ['email', 'contactPerson', 'phoneNumber', 'website'] } },
      'Changed email, contact person, phone, website',
    ],
    [
      { kind: 'edit', what: { what: 'details', names: ['contactRole', 'contactNote', 'contacts', 'fax'] } },
      'Changed contact role, contact note, contacts, fax',
    ],
    [{ kind: 'edit', what: { what: 'recycling-vetoed', names: [] } }, 'Move to the pool vetoed'],
    [
      { kind: 'edit', what: { what: 'recycling-reminded', names: [] } },
      'Reminded: untouched, goes back to the pool soon',
    ],
    [
      { kind: 'edit', what: { what: 'tags-added', names: ['Hot', 'VIP'], undoneImport: 7 } },
      'Import 7 undone: tags added: Hot, VIP',
    ],
    [{ kind: 'edit', what: { what: 'notes', names: [] } }, 'Changed the notes'],
    [{ kind: 'edit', what: { what: 'tags-added', names: ['Hot'] } }, 'Tag added: Hot'],
    [{ kind: 'edit', what: { what: 'tags-added', names: ['Hot', 'Fair'] } }, 'Tags added: Hot, Fair'],
    [{ kind: 'edit', what: { what: 'tags-removed', names: ['Hot'] } }, 'Tag removed: Hot'],
    [{ kind: 'edit', what: { what: 'tags-removed', names: ['Hot', 'Fair'] } }, 'Tags removed: Hot, Fair'],
    [{ kind: 'edit', what: { what: 'archived', names: [] } }, 'Archived'],
    [{ kind: 'edit', what: { what: 'restored', names: [] } }, 'Restored from archive'],
    [{ kind: 'edit', what: { what: 'customer-marked', names: [] } }, 'Marked as existing customer'],
    [{ kind: 'edit', what: { what: 'customer-unmarked', names: [] } }, 'Existing customer mark removed'],
    [{ kind: 'import', what: { importId: 7, row: 42 } }, 'Imported (import 7, row 42)'],
    [{ kind: 'import', what: { importId: 7, row: null } }, 'Imported (import 7)'],
  ])('of %j has the title %p', (part, title) => {
    const texts = textsIn(part);
    expect(texts.title).toBe(title);
    expect(texts.text).toBeUndefined();
  });

  it('of an assignment has its notes', () => {
    const what = { from: 'alex', to: 'sam', notes: 'Speaks Polish' };
    expect(textsIn({ kind: 'assignment', what }).text).toBe('Speaks Polish');
  });
});
