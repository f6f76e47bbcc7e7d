import { planOrigins, type WaitingLeads } from '@lead-finder/contracts';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../../lib/dates';
import { formatNumber } from '../../../lib/numbers';
import { paths } from '../../../lib/paths';
import { waitText } from './distribution.rules';

/** What came in and waits, each with why. */
export const WaitingList = ({ groups, namesPlans }: { groups: readonly WaitingLeads[]; namesPlans?: boolean }) => (
  <ul className="lf-left" aria-label="Waiting leads">
    {groups.map((group) => (
      <li key={`${group.origin} ${group.plan?.id} ${group.rule} ${group.territory?.id} ${group.reason}`}>
        <span className="num n">{formatNumber(group.leads)}</span>
        <span className="tx">
          <b>{waitText(group)}</b>
          <span className="d-block soft small">
            {planOrigins[group.origin]}, since {formatDateTime(group.since)}
            {namesPlans && group.plan && `, plan ${group.plan.name}`}
          </span>
        </span>
        {group.reason === 'nobody' && group.territory && (
          <Link className="btn btn-outline-secondary btn-sm" to={paths.territories(group.territory.id)}>
            Pick a person
          </Link>
        )}
      </li>
    ))}
  </ul>
);
