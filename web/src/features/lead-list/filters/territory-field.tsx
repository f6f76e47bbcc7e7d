import { noTerritory } from '@lead-finder/contracts';
import { useId } from 'react';
import { Form } from 'react-bootstrap';
import { territoryPath, useTerritoryNames } from '../../../lib/territories';
import { ChoiceSelect } from '../../../ui/choice-select';
import type { FieldProps } from './filter-values.rules';

/** Shown only if the user's leads are in territories. */
export function TerritoryField({ value, onChange }: FieldProps<string>) {
  const id = useId();
  const territories = useTerritoryNames();
  if (territories.length === 0 && value === '') return null;
  const known = territories.map((each) => ({ value: String(each.id), label: territoryPath(territories, each.id) }));
  const isKnown = value === '' || value === noTerritory || known.some((each) => each.value === value);
  return (
    <div>
      <Form.Label htmlFor={id}>Territory</Form.Label>
      <ChoiceSelect
        id={id}
        placeholder="All territories"
        searchFor="the name of a territory"
        value={value === '' ? null : value}
        onChange={(chosen) => onChange(chosen ?? '')}
        choices={[
          ...known,
          ...(isKnown ? [] : [{ value, label: `Territory ${value}` }]),
          { value: noTerritory, label: 'No territory' },
        ]}
      />
    </div>
  );
}
