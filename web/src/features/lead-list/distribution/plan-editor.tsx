import type { PlanDefinition } from '@lead-finder/contracts';
import { useId, useState } from 'react';
import { Button, Card, Form } from 'react-bootstrap';
import { Icon } from '../../../ui/icon';
import { UserField } from '../filters/user-field';
import { moved } from './distribution.rules';
import { PeopleCard } from './people-card';
import { RuleCard } from './rule-card';
import { SourceCard } from './source-card';

interface EditorProps {
  plan: PlanDefinition;
  onChange: (plan: PlanDefinition) => void;
}

/** The source, the rules and the rest of a plan (docs/product/distribution.md#plans). */
export function PlanEditor({ plan, onChange }: EditorProps) {
  const { rules } = plan;
  return (
    <>
      <SourceCard plan={plan} onChange={onChange} />
      <Card as="section" aria-label="Rules">
        <Card.Header as="h2" className="h3">
          Rules, in this order
        </Card.Header>
        <ol className="lf-rules">
          {rules.map((rule, index) => (
            <RuleCard
              // The rules have no other identity than their place.
              key={index}
              number={index + 1}
              rule={rule}
              isLast={index === rules.length - 1}
              onChange={(next) => onChange({ ...plan, rules: rules.map((each, at) => (at === index ? next : each)) })}
              onMove={(step) => onChange({ ...plan, rules: moved(rules, index, step) })}
              onRemove={
                rules.length > 1 ? () => onChange({ ...plan, rules: rules.filter((_, at) => at !== index) }) : undefined
              }
            />
          ))}
        </ol>
        <Card.Footer>
          <Button
            variant="outline-secondary"
            size="sm"
            disabled={rules.length >= 20}
            onClick={() => onChange({ ...plan, rules: [...rules, { conditions: [], share: 'round-robin' }] })}
          >
            <Icon name="plus-lg" />
            Add rule
          </Button>
        </Card.Footer>
      </Card>
      <PeopleCard people={plan.people} onChange={(people) => onChange({ ...plan, people })} />
      <RestCard plan={plan} onChange={onChange} />
    </>
  );
}

const rests: Record<PlanDefinition['rest']['kind'], string> = {
  stay: 'Stay where they are',
  pool: 'Go to the pool',
  person: 'Go to one person',
};

function RestCard({ plan, onChange }: EditorProps) {
  const id = useId();
  const { rest } = plan;
  const [isPerson, setPerson] = useState(rest.kind === 'person');
  const kind = isPerson ? 'person' : rest.kind;
  const choose = (next: PlanDefinition['rest']['kind']) => {
    setPerson(next === 'person');
    if (next !== 'person') onChange({ ...plan, rest: { kind: next } });
  };
  return (
    <Card as="section" aria-label="The rest">
      <Card.Header as="h2" className="h3">
        The rest
      </Card.Header>
      <Card.Body className="d-grid gap-3">
        <div>
          <Form.Label htmlFor={`${id}-kind`}>Leads that no one gets</Form.Label>
          <Form.Select
            id={`${id}-kind`}
            value={kind}
            onChange={({ target }) => choose(target.value as PlanDefinition['rest']['kind'])}
          >
            {Object.entries(rests).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Form.Select>
        </div>
        {isPerson && (
          <div>
            <Form.Label htmlFor={id}>Person for the rest</Form.Label>
            <UserField
              id={id}
              path="/api/users-for-reassignment"
              value={rest.kind === 'person' ? rest.userId : null}
              onChange={(userId) =>
                onChange({ ...plan, rest: userId === null ? { kind: 'stay' } : { kind: 'person', userId } })
              }
              placeholder="Choose a person"
            />
          </div>
        )}
      </Card.Body>
    </Card>
  );
}
