import type { PlanDefinition } from '@lead-finder/contracts';
import { useId, useState } from 'react';
import { Button, ButtonGroup, Card, Form } from 'react-bootstrap';
import { formatDate } from '../../../lib/dates';
import { Icon } from '../../../ui/icon';
import { FilterFields } from '../filters/filter-fields';
import { UserField } from '../filters/user-field';
import { changed, filterOf } from '../list-state.rules';
import { useImportedFiles } from './api';
import { moved, stateOfFilter } from './distribution.rules';
import { PeopleCard } from './people-card';
import { RuleCard } from './rule-card';

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

function SourceCard({ plan, onChange }: EditorProps) {
  const id = useId();
  const { source } = plan;
  const { data: imports = [] } = useImportedFiles();
  const [state, setState] = useState(() => stateOfFilter(source.kind === 'filter' ? source.filter : {}));
  const setFilter = (next: typeof state) => {
    setState(next);
    const { mine: _, ...filter } = filterOf(next);
    onChange({ ...plan, source: { kind: 'filter', filter: { ...filter, sort: 'newest' } as never } });
  };
  return (
    <Card as="section" aria-label="Source">
      <Card.Header as="h2" className="h3">
        Source
      </Card.Header>
      <Card.Body className="d-grid gap-3">
        <ButtonGroup className="lf-seg" aria-label="Where the leads come from">
          <Button
            variant=""
            aria-pressed={source.kind === 'filter'}
            active={source.kind === 'filter'}
            onClick={() => setFilter(state)}
          >
            A filter
          </Button>
          <Button
            variant=""
            aria-pressed={source.kind === 'import'}
            active={source.kind === 'import'}
            disabled={imports.length === 0}
            onClick={() => onChange({ ...plan, source: { kind: 'import', importId: imports[0]!.id } })}
          >
            An import
          </Button>
        </ButtonGroup>
        {source.kind === 'filter' ? (
          <FilterFields state={state} onChange={(change) => setFilter(changed(state, change))} />
        ) : (
          <div>
            <Form.Label htmlFor={`${id}-import`}>Import</Form.Label>
            <Form.Select
              id={`${id}-import`}
              value={source.importId}
              onChange={({ target }) =>
                onChange({ ...plan, source: { kind: 'import', importId: Number(target.value) } })
              }
            >
              {imports.every((each) => each.id !== source.importId) && (
                <option value={source.importId}>Import {source.importId}</option>
              )}
              {imports.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.fileName}, {formatDate(each.createdAt)}
                </option>
              ))}
            </Form.Select>
          </div>
        )}
        <p className="muted small mb-0">Closed and archived leads and existing customers never take part.</p>
      </Card.Body>
    </Card>
  );
}

function RestCard({ plan, onChange }: EditorProps) {
  const id = useId();
  const { rest } = plan;
  return (
    <Card as="section" aria-label="The rest">
      <Card.Header as="h2" className="h3">
        The rest
      </Card.Header>
      <Card.Body>
        <Form.Label htmlFor={id}>Leads that no one gets go to</Form.Label>
        <UserField
          id={id}
          path="/api/users-for-reassignment"
          value={rest.kind === 'person' ? rest.userId : null}
          onChange={(userId) =>
            onChange({ ...plan, rest: userId === null ? { kind: 'stay' } : { kind: 'person', userId } })
          }
          placeholder="No one: they stay where they are"
        />
      </Card.Body>
    </Card>
  );
}
