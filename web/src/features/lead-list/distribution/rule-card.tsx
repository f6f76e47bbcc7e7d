import {
  type PlanCondition,
  type PlanConditionKind,
  type PlanRule,
  planShares,
  type PlanShare,
} from '@lead-finder/contracts';
import { useId } from 'react';
import { Button, Dropdown, Form } from 'react-bootstrap';
import { Icon } from '../../../ui/icon';
import { ConditionField } from './condition-fields';
import { conditionKinds } from './distribution.rules';

interface RuleCardProps {
  number: number;
  rule: PlanRule;
  isLast: boolean;
  onChange: (rule: PlanRule) => void;
  onMove: (step: -1 | 1) => void;
  /** Absent for the only rule. */
  onRemove?: () => void;
}

export function RuleCard({ number, rule, isLast, onChange, onMove, onRemove }: RuleCardProps) {
  const id = useId();
  const { conditions, share } = rule;
  const change = (at: number, next: PlanCondition | null) =>
    onChange({ ...rule, conditions: conditions.flatMap((each, index) => (index === at ? (next ?? []) : each)) });
  const open = (Object.keys(conditionKinds) as PlanConditionKind[]).filter(
    (kind) => !conditions.some((each) => each.kind === kind),
  );
  return (
    <li aria-label={`Rule ${number}`}>
      <div className="head">
        <span className="no" aria-hidden="true">
          {number}
        </span>
        <b>{conditions.length === 0 ? 'All leads, everybody' : `Rule ${number}`}</b>
        <span className="acts">
          <Button
            variant="ghost"
            className="btn-icon"
            aria-label={`Move rule ${number} up`}
            disabled={number === 1}
            onClick={() => onMove(-1)}
          >
            <Icon name="arrow-up" />
          </Button>
          <Button
            variant="ghost"
            className="btn-icon"
            aria-label={`Move rule ${number} down`}
            disabled={isLast}
            onClick={() => onMove(1)}
          >
            <Icon name="arrow-down" />
          </Button>
          {onRemove && (
            <Button variant="ghost" className="btn-icon" aria-label={`Remove rule ${number}`} onClick={onRemove}>
              <Icon name="trash3" />
            </Button>
          )}
        </span>
      </div>
      {conditions.map((condition, index) => {
        const { label } = conditionKinds[condition.kind];
        return (
          <div className="condition" key={condition.kind} role="group" aria-label={label}>
            <div className="flex-grow-1">
              <ConditionField value={condition} onChange={(next) => change(index, next)} />
            </div>
            <Button
              variant="ghost"
              className="btn-icon"
              aria-label={`Remove condition ${label} of rule ${number}`}
              onClick={() => change(index, null)}
            >
              <Icon name="x-lg" />
            </Button>
          </div>
        );
      })}
      <div className="foot">
        <Dropdown>
          <Dropdown.Toggle variant="outline-secondary" size="sm" disabled={open.length === 0}>
            Add condition
          </Dropdown.Toggle>
          <Dropdown.Menu>
            {open.map((kind) => (
              <Dropdown.Item
                as="button"
                type="button"
                key={kind}
                onClick={() => onChange({ ...rule, conditions: [...conditions, conditionKinds[kind].initial()] })}
              >
                {conditionKinds[kind].label}
              </Dropdown.Item>
            ))}
          </Dropdown.Menu>
        </Dropdown>
        <Form.Label className="visually-hidden" htmlFor={`${id}-share`}>
          Way to share of rule {number}
        </Form.Label>
        <Form.Select
          id={`${id}-share`}
          size="sm"
          value={share}
          onChange={({ target }) => onChange({ ...rule, share: target.value as PlanShare })}
        >
          {Object.entries(planShares).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Form.Select>
      </div>
    </li>
  );
}
