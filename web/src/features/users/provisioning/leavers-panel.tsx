import type { LeaverRule } from '@lead-finder/contracts';
import { type FormEvent, useState } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import { ButtonSpinner } from '../../../ui/spinner';
import { UserSelect } from '../../../ui/user-select';
import { usePeople } from '../api';
import { useLeaverRule, useSetLeaverRule } from './api';

const choices: Record<LeaverRule['handOver'], string> = {
  ask: 'Nowhere: administrators are notified and choose',
  person: 'To one user',
  team: 'Evenly over the team, or as above without one',
  pool: 'To the pool of the team, where colleagues claim them',
};

/** Where the leads go of users whom a provider deactivates. It holds for all providers. */
export function LeaversPanel() {
  const { data } = useLeaverRule();
  return data ? <LeaversForm key={JSON.stringify(data)} rule={data} /> : null;
}

function LeaversForm({ rule }: { rule: LeaverRule }) {
  const people = usePeople().data ?? [];
  const save = useSetLeaverRule();
  const [handOver, setHandOver] = useState(rule.handOver);
  const [userId, setUserId] = useState(rule.user?.id ?? null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate({ handOver, userId });
  };
  return (
    <Card as="section" aria-label="Leads of leavers">
      <Card.Body as={Form} onSubmit={submit}>
        <h2 className="h5">Leads of leavers</h2>
        <p className="form-text mt-0">
          Where the leads go of a user whom any provider deactivates. They move as a job that can be undone.
        </p>
        <div className="d-grid gap-2">
          {(Object.keys(choices) as LeaverRule['handOver'][]).map((each) => (
            <Form.Check
              key={each}
              type="radio"
              name="hand-over"
              id={`hand-over-${each}`}
              label={choices[each]}
              checked={handOver === each}
              onChange={() => setHandOver(each)}
            />
          ))}
        </div>
        {handOver === 'person' && (
          <div className="mt-2">
            <UserSelect
              label="The user who gets the leads"
              people={people}
              value={userId}
              onChange={setUserId}
              placeholder="Select a user"
            />
          </div>
        )}
        <Button type="submit" className="mt-3" disabled={save.isPending || (handOver === 'person' && userId === null)}>
          {save.isPending && <ButtonSpinner />}
          Save
        </Button>
      </Card.Body>
    </Card>
  );
}
