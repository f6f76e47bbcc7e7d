import { Button } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { usePageKeys } from '../../lib/page-keys';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { type DueFollowUp, type MyDay, useSkip } from './api';
import { isLate, lateText } from './my-day.rules';

/** Starts working the queue, which has own leads only. Skip chooses where it starts. */
export function NextBar({ day, due: all }: { day: MyDay; due: readonly DueFollowUp[] }) {
  const due = all.filter(({ standsInFor }) => !standsInFor);
  const { skipped, skip, isBusy } = useSkip(day);
  const lead = skipped?.lead ?? due[0]?.lead ?? day.fresh[0];
  const total = day.overdue + day.dueToday + day.newLeads - (day.standsIn ?? 0);
  // Not disabled during a skip, because that would drop the keyboard focus.
  const skipOnce = () => !isBusy && skip();
  usePageKeys({ j: total > 1 ? skipOnce : undefined });
  if (!lead) return null;
  const followUp = due.find((each) => each.lead.id === lead.id);
  return (
    <section className="lf-next" aria-label="Next lead">
      <span className="lf-dot hide-sm">
        <Icon name={followUp ? 'telephone' : 'person-plus'} />
      </span>
      <div className="who" aria-live="polite">
        <div className="small muted">
          Next lead · {skipped?.position ?? 1} of {total}
          {followUp && isLate(followUp) && (
            <>
              {' · '}
              <span className="late">{lateText(followUp.daysLate)}</span>
            </>
          )}
        </div>
        <div className="fw-semibold cut">{lead.name}</div>
        {followUp && <div className="small soft cut hide-sm">{followUp.activity.description}</div>}
      </div>
      <div className="acts">
        {total > 1 && (
          <Button
            variant="ghost"
            className="hide-sm"
            title="Skip (J)"
            aria-keyshortcuts="J"
            aria-disabled={isBusy}
            onClick={skipOnce}
          >
            Skip <kbd>J</kbd>
          </Button>
        )}
        <Link className="btn btn-outline-secondary" to={paths.lead(lead)}>
          Open
        </Link>
        <Link
          className="btn btn-primary"
          to={paths.nextLead(skipped ? `from=my-day&after=${skipped.after}` : 'from=my-day')}
        >
          <Icon name="telephone" />
          Call and log
        </Link>
      </div>
    </section>
  );
}
