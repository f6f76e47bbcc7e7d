import { Link, useLocation } from 'react-router-dom';
import { Bell } from '../features/notifications/bell';
import { HeaderMeters } from '../features/progress/meters/header-meters';
import { useEffect } from 'react';
import { useOrganisation } from '../lib/organisation';
import { paths } from '../lib/paths';
import { type SessionUser, useSession } from '../lib/session';
import { useMediaQuery, wide } from '../lib/use-media-query';
import { HelpButton } from '../ui/help-button';
import { LogoMark } from '../ui/logo';
import { LogoutButton } from './logout-button';
import { currentOf, destinationsOf } from './navigation';
import { Shortcuts } from './shortcuts';
import { UserMenu } from './user-menu';

/**
 * The header of every page (docs/product/roles-and-permissions.md#header). The meters are beside the logo, or below it
 * on narrow screens.
 */
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
            <HeaderMeters />
          </div>
        )}
        {user && <OrganisationTitle />}
        {user && <MainLinks user={user} />}
        <div className="lf-header-end">
          {user && <Shortcuts user={user} />}
          {user && <Bell />}
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
          <HeaderMeters />
        </div>
      )}
    </header>
  );
}

/** Names the organisation in the title of the browser's tab. */
function OrganisationTitle() {
  const name = useOrganisation().data?.name;
  useEffect(() => {
    document.title = name ? `${name} · Lead Finder` : 'Lead Finder';
    return () => void (document.title = 'Lead Finder');
  }, [name]);
  return null;
}

function MainLinks({ user }: { user: SessionUser }) {
  const { pathname } = useLocation();
  const links = destinationsOf(user);
  const current = currentOf(links, pathname);
  return (
    <nav className="lf-nav" aria-label="Main">
      {links.map((link) => (
        <Link
          key={link.to}
          to={link.to}
          className={`nav-link ${link === current ? 'active' : ''}`.trimEnd()}
          aria-current={link === current ? 'page' : undefined}
        >
          {link.label}
        </Link>
      ))}
    </nav>
  );
}
