import { useId } from 'react';
import { Form } from 'react-bootstrap';
import { useLeadFacets } from '../api';
import { changeOf, filterOf, type ListState } from '../list-state.rules';
import { pageFilters } from './lead-filters';

export interface FilterProps {
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
}

/** The fields of the filter panel, and of its sheet on phones (docs/product/lead-list.md#filter-panel). */
export function FilterFields({ state, onChange }: FilterProps) {
  const filter = filterOf(state);
  const { data: facets } = useLeadFacets(filter, true);
  return pageFilters.map(
    ([name, { Field }]) =>
      Field && (
        <Field
          key={name}
          value={state[name]}
          onChange={(value) => onChange(changeOf(name, value))}
          facets={facets}
          filter={filter}
        />
      ),
  );
}

export const ListToggles = ({ state, onChange }: FilterProps) => {
  const id = useId();
  return pageFilters.map(
    ([name, { checkbox }]) =>
      checkbox && (
        <Form.Check
          key={name}
          id={`${id}${name}`}
          label={checkbox}
          checked={state[name] === true}
          onChange={(event) => onChange(changeOf(name, event.target.checked))}
        />
      ),
  );
};
