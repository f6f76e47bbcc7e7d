import type { PlanDefinition } from '@lead-finder/contracts';
import { useId } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import { Icon } from '../../../ui/icon';
import { usePeople } from '../api';
import { UserField } from '../filters/user-field';

type People = PlanDefinition['people'];

const path = '/api/users-for-reassignment';

/** People with a capacity or a weight of their own. */
export function PeopleCard({ people, onChange }: { people: People; onChange: (people: People) => void }) {
  const id = useId();
  const { data: all = [] } = usePeople(path);
  const nameOf = (userId: number) => all.find((person) => person.id === userId)?.fullName ?? `User ${userId}`;
  const change = (at: number, part: Partial<People[number]>) =>
    onChange(people.map((each, index) => (index === at ? { ...each, ...part } : each)));
  return (
    <Card as="section" aria-label="Own capacities and weights">
      <Card.Header as="h2" className="h3">
        Own capacities and weights
      </Card.Header>
      <Card.Body className="d-grid gap-3">
        {people.map(({ userId, capacity, weight }, index) => (
          <div key={userId} role="group" aria-label={nameOf(userId)} className="lf-own">
            <span className="cut" title={nameOf(userId)}>
              {nameOf(userId)}
            </span>
            <Form.Control
              type="number"
              size="sm"
              min={1}
              aria-label={`Capacity of ${nameOf(userId)}`}
              placeholder="Capacity"
              value={capacity ?? ''}
              onChange={({ target }) => change(index, { capacity: target.value === '' ? null : Number(target.value) })}
            />
            <Form.Control
              type="number"
              size="sm"
              min={1}
              max={100}
              aria-label={`Weight of ${nameOf(userId)}`}
              placeholder="Weight"
              value={weight || ''}
              onChange={({ target }) => change(index, { weight: Number(target.value) })}
            />
            <Button
              variant="ghost"
              className="btn-icon"
              aria-label={`Remove ${nameOf(userId)}`}
              onClick={() => onChange(people.filter((_, at) => at !== index))}
            >
              <Icon name="x-lg" />
            </Button>
          </div>
        ))}
        <div>
          <Form.Label htmlFor={id}>
            {people.length === 0 ? 'Everybody has those of the rules' : 'Another person'}
          </Form.Label>
          <UserField
            id={id}
            // Empty again after each choice.
            key={people.length}
            path={path}
            value={null}
            onChange={(userId) =>
              userId !== null &&
              people.every((each) => each.userId !== userId) &&
              onChange([...people, { userId, capacity: null, weight: 1 }])
            }
            placeholder="Choose a person"
          />
        </div>
      </Card.Body>
    </Card>
  );
}
