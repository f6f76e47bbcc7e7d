import { Nav } from 'react-bootstrap';
import { NavLink } from 'react-router-dom';
import { formatNumber } from '../../../lib/numbers';
import { paths } from '../../../lib/paths';
import type { TeamTree } from './api';

/** Joins the pages of users and teams. */
export const PeopleTabs = ({ tree: { teams, people, withoutTeam } }: { tree: TeamTree }) => (
  <Nav as="nav" variant="tabs" className="lf-hometabs" aria-label="Users and teams">
    {[
      { to: paths.users, label: 'Users', count: people + withoutTeam },
      { to: paths.teams(), label: 'Teams', count: teams.length },
    ].map(({ to, label, count }) => (
      <Nav.Item key={to}>
        <NavLink to={to} className="nav-link">
          {label} <span className="badge b-count">{formatNumber(count)}</span>
        </NavLink>
      </Nav.Item>
    ))}
  </Nav>
);
