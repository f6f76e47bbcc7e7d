import { paths } from '../lib/paths';
import { isAdmin, isLeader, type SessionUser } from '../lib/session';

interface Destination {
  to: string;
  label: string;
  /** The label of the icon in the phone bar. */
  short: string;
  icon: string;
  /** Further addresses at which, or below which, the link is the current one. */
  also?: readonly string[];
  mayGo: (user: SessionUser) => boolean;
}

const destinations: readonly Destination[] = [
  {
    to: paths.home,
    label: 'Home',
    short: 'Home',
    icon: 'house',
    also: [
      paths.search,
      paths.crm,
      paths.anyLead,
      paths.import,
      paths.distribution(),
      paths.territories(),
      paths.pool,
      paths.recycling,
    ],
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
  {
    to: paths.pool,
    label: 'Pool',
    short: 'Pool',
    icon: 'inbox',
    also: [paths.recycling],
    mayGo: (user) => !isAdmin(user),
  },
  { to: paths.progress, label: 'Team Progress', short: 'Team', icon: 'bar-chart-line', mayGo: isLeader },
  {
    to: paths.users,
    label: 'User Management',
    short: 'Users',
    icon: 'people',
    also: [paths.teams(), paths.userImport],
    mayGo: isAdmin,
  },
];

/** The links of the header that this user may open, in their order. */
export const destinationsOf = (user: SessionUser): Destination[] => destinations.filter(({ mayGo }) => mayGo(user));

const holds = ({ to, also = [] }: Destination, pathname: string): boolean =>
  pathname === to || also.some((address) => pathname === address || pathname.startsWith(`${address}/`));

/** Administrators have no link to the pool: it belongs to Home then. */
export const currentOf = (links: readonly Destination[], pathname: string): Destination | undefined =>
  links.findLast((link) => holds(link, pathname));
