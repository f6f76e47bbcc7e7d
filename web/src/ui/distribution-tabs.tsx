import { Nav } from 'react-bootstrap';
import { NavLink } from 'react-router-dom';
import { paths } from '../lib/paths';
import { isAdmin, useSession } from '../lib/session';

/** Joins the pages that decide who gets which lead. Plans and territories are for administrators. */
export function DistributionTabs() {
  const { user } = useSession();
  const tabs = [
    ...(user && isAdmin(user)
      ? [
          { to: paths.distribution(), label: 'Plans' },
          { to: paths.territories(), label: 'Territories' },
        ]
      : []),
    { to: paths.pool, label: 'Pool' },
    { to: paths.recycling, label: 'Untouched' },
  ];
  return (
    <Nav as="nav" variant="tabs" className="lf-hometabs" aria-label="Distribution">
      {tabs.map(({ to, label }) => (
        <Nav.Item key={to}>
          <NavLink to={to} className="nav-link">
            {label}
          </NavLink>
        </Nav.Item>
      ))}
    </Nav>
  );
}
