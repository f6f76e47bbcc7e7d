import type { LeadEdit, LeadStatus, TimelineEntry } from '@lead-finder/contracts';
import { assignmentTitle } from '../../../lib/assignment-title';

const fieldNames: Record<string, string> = {
  email: 'email',
  contactPerson: 'contact person',
  phoneNumber: 'phone',
  contactRole: 'contact role',
  contactNote: 'contact note',
  contacts: 'contacts',
  website: 'website',
};
const tagWord = (names: string[]): string => (names.length === 1 ? 'Tag' : 'Tags');

const editTexts: Record<LeadEdit['what'], (names: string[]) => string> = {
  details: (names) => `Changed ${names.map((name) => fieldNames[name] ?? name).join(', ')}`,
  notes: () => 'Changed the notes',
  'tags-added': (names) => `${tagWord(names)} added: ${names.join(', ')}`,
  'tags-removed': (names) => `${tagWord(names)} removed: ${names.join(', ')}`,
  archived: () => 'Archived',
  restored: () => 'Restored from archive',
  'customer-marked': () => 'Marked as existing customer',
  'customer-unmarked': () => 'Existing customer mark removed',
  'recycling-reminded': () => 'Reminded: untouched, goes back to the pool soon',
  'recycling-vetoed': () => 'Move to the pool vetoed',
};

const changeText = ({ name, from, to }: NonNullable<LeadEdit['fields']>[number]): string =>
  `${name}: ${from || 'none'} → ${to || 'none'}`;
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

export function textsOf(
  entry: TimelineEntry,
  labelOf: (status: LeadStatus) => string,
): { title: string; text?: string } {
  switch (entry.kind) {
    case 'activity': {
      const { description, outcome } = entry.what;
      return { title: '', text: outcome ? `${description}\nOutcome: ${outcome}` : description };
    }
    case 'status':
      return { title: `Status changed from ${labelOf(entry.what.from)} to ${labelOf(entry.what.to)}` };
    case 'assignment': {
      const { from, to, notes, move, reason } = entry.what;
      return {
        title: assignmentTitle({ from, to, by: entry.by?.username, move, reason }),
        text: notes ?? undefined,
      };
    }
    case 'edit': {
      const { what, names, fields = [], undoneImport } = entry.what;
      const title = editTexts[what]([...names, ...fields.map(({ name }) => name)]);
      const text = fields.map(changeText).join('\n') || undefined;
      return {
        title: undoneImport === undefined ? title : `Import ${undoneImport} undone: ${lowerFirst(title)}`,
        text,
      };
    }
    case 'import': {
      const { importId, row } = entry.what;
      return { title: row === null ? `Imported (import ${importId})` : `Imported (import ${importId}, row ${row})` };
    }
  }
}
