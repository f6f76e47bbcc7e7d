import { curedPlan, type LeftLeads, type PlanDefinition } from '@lead-finder/contracts';
import { useId, useState } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import { formatNumber } from '../../../lib/numbers';
import { FormDialog } from '../../../ui/dialogs';
import { useToast } from '../../../ui/toasts';
import { UserField } from '../filters/user-field';
import { usePickPerson } from './api';
import { cureText, leftText } from './distribution.rules';

const shownAtFirst = 6;

interface LeftOverProps {
  left: readonly LeftLeads[];
  plan: PlanDefinition;
  /** Previews the plan again, which may be the same one. */
  onCure: (plan: PlanDefinition) => void;
}

/** What no one gets, by reason, each with its cure. */
export function LeftOverCard({ left, plan, onCure }: LeftOverProps) {
  const [all, setAll] = useState(false);
  const [empty, setEmpty] = useState<{ id: number; name: string } | null>(null);
  if (left.length === 0) return null;
  const shown = all ? left : left.slice(0, shownAtFirst);
  return (
    <Card as="section" aria-label="Left over">
      <Card.Header as="h2" className="h3">
        Left over
      </Card.Header>
      <ul className="lf-left">
        {shown.map((group) => {
          const { rule, reason, territory, territoryId, leads, cure } = group;
          return (
            <li key={`${rule} ${reason} ${territory}`}>
              <span className="num n">{formatNumber(leads)}</span>
              <span className="tx">
                <b>{leftText(group)}</b>
              </span>
              {reason === 'nobody' && territoryId && (
                <Button
                  variant="outline-secondary"
                  size="sm"
                  onClick={() => setEmpty({ id: territoryId, name: territory ?? '' })}
                >
                  Pick a person
                </Button>
              )}
              {cure && (
                <Button variant="outline-secondary" size="sm" onClick={() => onCure(curedPlan(plan, cure))}>
                  {cureText(cure)}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Card.Footer className="muted small">
        {shown.length < left.length && (
          <Button variant="link" size="sm" className="d-block p-0 mb-1" onClick={() => setAll(true)}>
            Show all {formatNumber(left.length)} reasons
          </Button>
        )}
        A cure changes the plan and counts again. It moves nothing.
      </Card.Footer>
      {empty && <PickPersonDialog territory={empty} onClose={() => setEmpty(null)} onPicked={() => onCure(plan)} />}
    </Card>
  );
}

interface PickPersonProps {
  territory: { id: number; name: string };
  onClose: () => void;
  onPicked: () => void;
}

/** Puts a person on the territory. The draft of the plan stays, which a visit to the page of territories would lose. */
function PickPersonDialog({ territory, onClose, onPicked }: PickPersonProps) {
  const id = useId();
  const toast = useToast();
  const [userId, setUserId] = useState<number | null>(null);
  const pick = usePickPerson(territory.id);
  const submit = () =>
    pick.mutate(userId!, {
      onSuccess: () => {
        onClose();
        onPicked();
      },
      onError: (error) => toast.failure(error),
    });
  return (
    <FormDialog
      show
      title={`Pick a person for ${territory.name}`}
      action="Pick"
      pendingAction="Saving..."
      pending={pick.isPending}
      disabled={userId === null}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="text-break mb-3">The person stands on the territory from now on, for all plans.</p>
      <Form.Label htmlFor={id}>Person</Form.Label>
      <UserField
        id={id}
        path="/api/users-for-reassignment"
        value={userId}
        onChange={setUserId}
        placeholder="Choose a person"
      />
    </FormDialog>
  );
}
