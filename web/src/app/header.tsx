import { lazy, Suspense } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths';
import { type SessionUser, useSession } from '../lib/session';
import { useMediaQuery, wide } from '../lib/use-media-query';
import { BellPlace } from '../ui/bell-place';
import { HelpButton } from '../ui/help-button';
import { LogoMark } from '../ui/logo';
import { MetersSkeleton } from '../ui/skeleton';
import { LogoutButton } from './logout-button';
import { destinationsOf, isCurrent } from './navigation';
import { Shortcuts } from './shortcuts';
import { UserMenu } from './user-menu';

// Nobody who is still to sign in waits for these.
const HeaderMeters = lazy(async () => ({
  default: (await import('../features/progress/header-meters')).HeaderMeters,
}));
const Bell = lazy(async () => ({ default: (await import('../features/notifications/bell')).Bell }));

/** On every page (specification section 2). The meters stand beside the logo where there is room, else below. */
export function Header() {
  const { user } = useSession();
  const isWide = useMediaQuery(wide);
  return (
    <header className="lf-header">
      <div className="lf-header-row">
        <Link className="lf-logo" to={paths.home}>
          <LogoMark />
          Lead Finder
        </Link>
        {user && isWide && (
          <div className="lf-meters">
            <Meters />
          </div>
        )}
        {user && <MainLinks user={user} />}
        <div className="lf-header-end">
          {user && <Shortcuts user={user} />}
          {user && (
            <Suspense fallback={<BellPlace />}>
              <Bell />
            </Suspense>
          )}
          <HelpButton variant="icon" />
          {user && <UserMenu user={user} />}
          {user && <LogoutButton className="lf-logout" size="sm" />}
          {user === null && (
            <Link className="btn btn-outline-secondary btn-sm" to={paths.auth}>
              Sign in
            </Link>
          )}
        </div>
      </div>
      {user && !isWide && (
        <div className="lf-meters-strip">
          <Meters />
        </div>
      )}
    </header>
  );
}

const Meters = () => (
  <Suspense fallback={<MetersSkeleton />}>
    <HeaderMeters />
  </Suspense>
);

function MainLinks({ user }: { user: SessionUser }) {
  const { pathname } = useLocation();
  return (
    <nav className="lf-nav" aria-label="Main">
      {destinationsOf(user).map((destination) => (
        <NavLink
          key={destination.to}
          to={destination.to}
          end
          className={() => `nav-link ${isCurrent(destination, pathname) ? 'active' : ''}`.trimEnd()}
        >
          {destination.label}
        </NavLink>
      ))}
    </nav>
  );
}
