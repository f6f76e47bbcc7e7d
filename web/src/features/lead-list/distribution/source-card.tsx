import type { PlanDefinition, PlanSource } from '@lead-finder/contracts';
import { useId, useState } from 'react';
import { Card, Form } from 'react-bootstrap';
import { formatDate } from '../../../lib/dates';
import { FilterFields } from '../filters/filter-fields';
import { changed, filterOf } from '../list-state.rules';
import { useFinishedAreaSearches, useImportedFiles } from './api';
import { stateOfFilter } from './distribution.rules';

type Kind = PlanSource['kind'];
const kinds: Record<Kind, string> = {
  filter: 'A filter',
  import: 'An import',
  'area-search': 'A whole-area search',
  pool: 'The pool',
};

/** Where the leads of a plan come from (docs/product/distribution.md#plans). */
export function SourceCard({ plan, onChange }: { plan: PlanDefinition; onChange: (plan: PlanDefinition) => void }) {
  const id = useId();
  const { source } = plan;
  const { data: imports = [] } = useImportedFiles();
  const { data: searches = [] } = useFinishedAreaSearches();
  const [state, setState] = useState(() => stateOfFilter(source.kind === 'filter' ? source.filter : {}));
  const setSource = (next: PlanSource) => onChange({ ...plan, source: next });
  const setFilter = (next: typeof state) => {
    setState(next);
    const { mine: _, ...filter } = filterOf(next);
    setSource({ kind: 'filter', filter: { ...filter, sort: 'newest' } as never });
  };
  const choose = (kind: Kind) => {
    if (kind === 'filter') setFilter(state);
    if (kind === 'import') setSource({ kind, importId: imports[0]!.id });
    if (kind === 'area-search') setSource({ kind, searchId: searches[0]!.id });
    if (kind === 'pool') setSource({ kind });
  };
  const isEmpty = { import: imports.length === 0, 'area-search': searches.length === 0, filter: false, pool: false };
  return (
    <Card as="section" aria-label="Source">
      <Card.Header as="h2" className="h3">
        Source
      </Card.Header>
      <Card.Body className="d-grid gap-3">
        <div>
          <Form.Label htmlFor={`${id}-kind`}>Where the leads come from</Form.Label>
          <Form.Select id={`${id}-kind`} value={source.kind} onChange={({ target }) => choose(target.value as Kind)}>
            {(Object.keys(kinds) as Kind[]).map((kind) => (
              <option key={kind} value={kind} disabled={isEmpty[kind] && source.kind !== kind}>
                {kinds[kind]}
              </option>
            ))}
          </Form.Select>
        </div>
        {source.kind === 'filter' && (
          <FilterFields state={state} onChange={(change) => setFilter(changed(state, change))} />
        )}
        {source.kind === 'import' && (
          <OneOf
            label="Import"
            value={source.importId}
            onChange={(importId) => setSource({ kind: 'import', importId })}
            choices={imports.map((each) => [each.id, `${each.fileName}, ${formatDate(each.createdAt)}`])}
          />
        )}
        {source.kind === 'area-search' && (
          <OneOf
            label="Whole-area search"
            value={source.searchId}
            onChange={(searchId) => setSource({ kind: 'area-search', searchId })}
            choices={searches.map((each) => [
              each.id,
              `${each.businessType} in ${each.location}, ${formatDate(each.createdAt)}`,
            ])}
          />
        )}
        {source.kind === 'pool' && (
          <p className="mb-0">Leads without a user: those of all teams and those that came in.</p>
        )}
        <p className="muted small mb-0">Closed and archived leads and existing customers never take part.</p>
      </Card.Body>
    </Card>
  );
}

interface OneOfProps {
  label: string;
  value: number;
  choices: readonly (readonly [number, string])[];
  onChange: (value: number) => void;
}

/** A choice that still shows an older value that the list no longer has. */
function OneOf({ label, value, choices, onChange }: OneOfProps) {
  const id = useId();
  return (
    <div>
      <Form.Label htmlFor={id}>{label}</Form.Label>
      <Form.Select id={id} value={value} onChange={({ target }) => onChange(Number(target.value))}>
        {choices.every(([each]) => each !== value) && (
          <option value={value}>
            {label} {value}
          </option>
        )}
        {choices.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </Form.Select>
    </div>
  );
}
