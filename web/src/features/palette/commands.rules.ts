import { saveListView } from '../../lib/lead-views';
import { paths } from '../../lib/paths';
import { isAdmin, isLeader, type SessionUser } from '../../lib/session';
import { chooseTheme, type ShownTheme } from '../../ui/theme';

export interface Command {
  group: 'Go to' | 'Do';
  label: string;
  icon: string;
  /** Pressed after G, outside of text fields. */
  key?: string;
  run: (navigate: (to: string) => void) => void;
}

const goTo = (label: string, icon: string, to: string, key?: string): Command => ({
  group: 'Go to',
  label,
  icon,
  ...(key && { key }),
  run: (navigate) => navigate(to),
});

/** The pages and actions that this user can reach from anywhere. `theme` is the visible theme. */
export function commandsOf(user: SessionUser, theme: ShownTheme): Command[] {
  const other = theme === 'dark' ? 'light' : 'dark';
  return [
    goTo('Home', 'house', paths.home, 'h'),
    goTo('My day', 'calendar-check', paths.myDay, 'd'),
    goTo('Pool', 'inbox', paths.pool, 'p'),
    goTo('Untouched Leads', 'hourglass-split', paths.recycling),
    goTo('Search Businesses', 'search', paths.search, 's'),
    goTo('CRM Dashboard', 'list-ul', paths.crm, 'c'),
    {
      group: 'Go to',
      label: 'Map of leads',
      icon: 'map',
      key: 'm',
      run: (navigate) => {
        saveListView('map');
        navigate(paths.crm);
      },
    },
    ...(isLeader(user) ? [goTo('Team Progress', 'bar-chart-line', paths.progress, 't')] : []),
    ...(isAdmin(user)
      ? [
          goTo('User Management', 'people', paths.users, 'u'),
          goTo('Teams', 'diagram-3', paths.teams(), 'e'),
          goTo('Import from CSV', 'upload', paths.import, 'i'),
          goTo('Audit trail', 'journal-text', paths.audit, 'a'),
          goTo('Tags', 'tags', paths.tags, 'l'),
          goTo('Recently Deleted', 'trash3', paths.deletedLeads, 'r'),
        ]
      : []),
    {
      group: 'Do',
      label: 'Work the leads of my day, one after another',
      icon: 'lightning-charge',
      run: (navigate) => navigate(paths.nextLead('from=my-day')),
    },
    {
      group: 'Do',
      label: `Use the ${other} theme`,
      icon: other === 'dark' ? 'moon' : 'sun',
      run: () => chooseTheme(other),
    },
  ];
}

/** True if each typed word starts a word of the label. */
export function matches(label: string, typed: string): boolean {
  const words = label.toLowerCase().split(/[^\p{L}\p{N}]/u);
  const wanted = typed.toLowerCase().split(/\s/);
  return wanted.every((part) => words.some((word) => word.startsWith(part)));
}

/** Splits the label into before, match and after. The match is empty if the label does not contain the text. */
export function partsOf(label: string, typed: string): [string, string, string] {
  const at = typed === '' ? -1 : label.toLowerCase().indexOf(typed.toLowerCase());
  return at < 0
    ? [label, '', '']
    : [label.slice(0, at), label.slice(at, at + typed.length), label.slice(at + typed.length)];
}
