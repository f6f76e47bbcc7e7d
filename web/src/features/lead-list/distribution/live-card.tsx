import { type DistributionPlan, type PlanOrigin, planOrigins } from '@lead-finder/contracts';
import { Card, Form } from 'react-bootstrap';
import { ToneBadge } from '../../../ui/badges';
import { useToast } from '../../../ui/toasts';
import { useSwitchPlan, useWaitingLeads } from './api';
import { WaitingList } from './waiting-list';

/** Switches the saved plan on for leads as they come in (docs/product/distribution.md#live). */
export function LiveCard({ plan }: { plan: DistributionPlan }) {
  const toast = useToast();
  const change = useSwitchPlan(plan);
  const { live, liveBy, name, version } = plan;
  const { data: waiting = [] } = useWaitingLeads(live.length > 0);
  const mine = waiting.filter((group) => group.plan?.id === plan.id);
  const turn = (origin: PlanOrigin, isOn: boolean) =>
    change.mutate(isOn ? [...live, origin] : live.filter((each) => each !== origin), {
      onSuccess: (saved) =>
        toast.success(saved.live.length > 0 ? `${name} distributes as leads come in` : `${name} is off`),
      onError: (error) => toast.failure(error),
    });
  return (
    <Card as="section" aria-label="Live">
      <Card.Header className="d-flex align-items-center gap-2">
        <h2 className="h3 mb-0">Live</h2>
        {live.length > 0 ? <ToneBadge tone="good">On</ToneBadge> : <span className="muted">Off</span>}
      </Card.Header>
      <Card.Body className="d-grid gap-2">
        <p className="mb-0">
          Leads that come in without a user wait in the pool. {name} v{version} gives them to people within seconds,
          from:
        </p>
        {(Object.keys(planOrigins) as PlanOrigin[]).map((origin) => (
          <Form.Check
            key={origin}
            type="switch"
            id={`live-${plan.id}-${origin}`}
            label={planOrigins[origin]}
            checked={live.includes(origin)}
            disabled={change.isPending}
            onChange={({ target }) => turn(origin, target.checked)}
          />
        ))}
        <p className="muted small mb-0">
          {liveBy ? `Switched on by ${liveBy.fullName}. ` : ''}Each person is notified once in ten minutes.
        </p>
      </Card.Body>
      {mine.length > 0 && <WaitingList groups={mine} />}
    </Card>
  );
}
