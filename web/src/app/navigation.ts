import { paths } from '../lib/paths';
import { isAdmin, isLeader, type SessionUser } from '../lib/session';

interface Destination {
  to: string;
  label: string;
  /** The word below the icon of the phone bar. */
  short: string;
  icon: string;
  /** Further addresses at which, and below which, the link counts as the current one. */
  also?: readonly string[];
  mayGo: (user: SessionUser) => boolean;
}

const destinations: readonly Destination[] = [
  {
    to: paths.home,
    label: 'Home',
    short: 'Home',
    icon: 'house',
    also: [paths.search, paths.crm, paths.anyLead, paths.import],
    mayGo: () => true,
  },
  {
    to: paths.myDay,
    label: 'My day',
    short: 'My day',
    icon: 'calendar-check',
    also: [paths.nextLead()],
    mayGo: () => true,
  },
  { to: paths.progress, label: 'Team Progress', short: 'Team', icon: 'bar-chart-line', mayGo: isLeader },
  { to: paths.users, label: 'User Management', short: 'Users', icon: 'people', mayGo: isAdmin },
];

/** Where this person may go from every page, in the order of the header. */
export const destinationsOf = (user: SessionUser): Destination[] => destinations.filter(({ mayGo }) => mayGo(user));

export const isCurrent = ({ to, also = [] }: Destination, pathname: string): boolean =>
  pathname === to || also.some((address) => pathname === address || pathname.startsWith(`${address}/`));
