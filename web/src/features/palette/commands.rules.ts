import { saveListView } from '../../lib/lead-views';
import { adminPages, type MenuPage, ownPages } from '../../lib/menu-pages';
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

const goTo = ({ to, ...page }: MenuPage): Command => ({
  group: 'Go to',
  ...page,
  run: (navigate) => navigate(to),
});

/** The pages and actions that this user can reach from anywhere. `theme` is the visible theme. */
export function commandsOf(user: SessionUser, theme: ShownTheme): Command[] {
  const other = theme === 'dark' ? 'light' : 'dark';
  return [
    goTo({ to: paths.home, label: 'Home', icon: 'house', key: 'h' }),
    goTo({ to: paths.myDay, label: 'My day', icon: 'calendar-check', key: 'd' }),
    goTo({ to: paths.pool, label: 'Pool', icon: 'inbox', key: 'p' }),
    goTo({ to: paths.search, label: 'Search Businesses', icon: 'search', key: 's' }),
    goTo({ to: paths.crm, label: 'CRM Dashboard', icon: 'list-ul', key: 'c' }),
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
    ...(isLeader(user) ? [goTo({ to: paths.progress, label: 'Team Progress', icon: 'bar-chart-line', key: 't' })] : []),
    ...(isAdmin(user)
      ? [
          goTo({ to: paths.users, label: 'User Management', icon: 'people', key: 'u' }),
          goTo({ to: paths.userImport, label: 'Import Users', icon: 'person-plus' }),
          goTo({ to: paths.import, label: 'Import from CSV', icon: 'upload', key: 'i' }),
          ...adminPages.map(goTo),
        ]
      : [goTo({ to: paths.recycling, label: 'Untouched Leads', icon: 'hourglass-split' })]),
    ...ownPages.map(goTo),
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
