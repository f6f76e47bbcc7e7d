import { poolReasons, type PooledLead, type UserBusiness } from '@lead-finder/contracts';
import { Button } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { formatDate } from '../../lib/dates';
import { formatMiles } from '../../lib/numbers';
import { paths } from '../../lib/paths';
import { activityStyles } from '../../ui/activity-styles';
import { ToneBadge } from '../../ui/badges';
import { Icon } from '../../ui/icon';
import { StatusPill } from '../../ui/lead-status';
import { ButtonSpinner } from '../../ui/spinner';

/** What became of the lead since the page was read. */
export type RowState = { kind: 'mine'; lead: Pick<UserBusiness, 'id' | 'uuid'> } | { kind: 'gone'; text: string };

interface PooledLeadRowProps {
  lead: PooledLead;
  state: RowState | undefined;
  pending: boolean;
  disabled: boolean;
  onClaim: () => void;
}

export function PooledLeadRow({ lead, state, pending, disabled, onClaim }: PooledLeadRowProps) {
  const { business, status, distance } = lead;
  return (
    <li className={state?.kind === 'gone' ? 'lf-pool gone' : 'lf-pool'}>
      <div className="main">
        <span className="name">{business.name}</span>
        <div className="muted meta">
          <span className="text-break">{business.formattedAddress ?? business.vicinity ?? 'No address'}</span>
          {distance !== undefined && <span className="text-nowrap">{formatMiles(distance)}</span>}
        </div>
        <StatusPill status={status} />
      </div>
      <Why lead={lead} />
      <ul className="hist" aria-label={`Activities of ${business.name}`}>
        {lead.activities.length === 0 && (
          <li>
            <Icon name="dash-lg" />
            <span className="muted">No activity yet</span>
          </li>
        )}
        {lead.activities.map(({ id, type, createdAt, createdBy, description }) => (
          <li key={id}>
            <Icon name={activityStyles[type].icon} />
            <span>
              <b>{activityStyles[type].label}</b>{' '}
              <span className="muted">
                · {formatDate(createdAt)}
                {createdBy && `, ${createdBy.fullName || createdBy.username}`}
              </span>
              <span className="soft d-block text-break">{description}</span>
            </span>
          </li>
        ))}
      </ul>
      <div className="act">
        {state?.kind === 'gone' ? (
          <span className="lf-biz" role="status">
            {state.text}
          </span>
        ) : state ? (
          <Link className="btn btn-outline-secondary" to={paths.lead(state.lead)}>
            Open {business.name}
          </Link>
        ) : lead.coolsDownUntil ? (
          <span className="muted small">You can claim it again on {formatDate(lead.coolsDownUntil)}</span>
        ) : (
          <Button aria-label={`Claim ${business.name}`} disabled={disabled} onClick={onClaim}>
            {pending ? <ButtonSpinner /> : <Icon name="hand-index-thumb" />}
            Claim
          </Button>
        )}
      </div>
    </li>
  );
}

/** Why the lead is here, and who had it before. The newest entry of its history brought it here. */
function Why({ lead: { history } }: { lead: PooledLead }) {
  const [last, ...before] = history;
  if (!last) return <div className="why" />;
  const { history: entry, previousUser } = last;
  const reason = entry.reason ? poolReasons[entry.reason] : previousUser ? 'Came back' : 'Never assigned';
  const names = before.map(({ newUser }) => newUser.username);
  const others = [...new Set(names)].filter((name) => name !== previousUser?.username && !name.startsWith('Pool'));
  return (
    <div className="why">
      <ToneBadge tone={previousUser ? 'warn' : 'accent'} icon={previousUser ? 'arrow-return-left' : 'stars'}>
        {reason}
      </ToneBadge>
      {previousUser && (
        <p className="mb-0">
          Was with {previousUser.username} until {formatDate(entry.createdAt)}
          {others.length > 0 && `, before with ${others.join(', ')}`}.
        </p>
      )}
      {entry.notes && <p className="mb-0 text-break">{entry.notes}</p>}
    </div>
  );
}
