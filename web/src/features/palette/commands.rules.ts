import { saveListView } from '../../lib/lead-views';
import { paths } from '../../lib/paths';
import { isAdmin, isLeader, type SessionUser } from '../../lib/session';
import { chooseTheme, type ShownTheme } from '../../ui/theme';

export interface Command {
  group: 'Go to' | 'Do';
  label: string;
  icon: string;
  /** Pressed after G, wherever nobody types. */
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

/** What this person may go to and do from anywhere; `theme` is the one that is seen now. */
export function commandsOf(user: SessionUser, theme: ShownTheme): Command[] {
  const other = theme === 'dark' ? 'light' : 'dark';
  return [
    goTo('Home', 'house', paths.home, 'h'),
    goTo('My day', 'calendar-check', paths.myDay, 'd'),
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
          goTo('Import from CSV', 'upload', paths.import, 'i'),
          goTo('Audit trail', 'journal-text', paths.audit, 'a'),
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

/** Every word that was typed begins a word of the label. */
export function fits(label: string, typed: string): boolean {
  const words = label.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return wanted.every((part) => words.some((word) => word.startsWith(part)));
}

/** The label in three: before, what was typed, after; the middle is empty where it does not stand in the label. */
export function partsOf(label: string, typed: string): [string, string, string] {
  const at = typed === '' ? -1 : label.toLowerCase().indexOf(typed.toLowerCase());
  return at < 0
    ? [label, '', '']
    : [label.slice(0, at), label.slice(at, at + typed.length), label.slice(at + typed.length)];
}
