import type { LeadFilter } from '@lead-finder/contracts';
import { useEffect, useId, useState } from 'react';
import { Form } from 'react-bootstrap';
import { personalStore } from '../../../lib/browser-store';
import { formatNumber } from '../../../lib/numbers';
import { Combobox } from '../../../ui/combobox';
import { Icon } from '../../../ui/icon';
import { type LeadFacets, useLeadFacets } from '../api';
import type { FieldProps } from './filter-values.rules';
import { MultiSelect } from './multi-select';

type Values = LeadFacets['tags'];
type ValueFacet = 'states' | 'counties' | 'tags';

/** The number of values that one facet call returns. If there may be more, the server searches. */
const maxFacetValues = 50;

/** The values that contain the text, from the loaded ones or from the server. */
function useMatching(facet: ValueFacet, values: Values, filter: LeadFilter, text: string): Values {
  const asksServer = values.length >= maxFacetValues && text !== '';
  const { data: found } = useLeadFacets(filter, asksServer, text);
  if (asksServer) return found?.[facet] ?? [];
  return values.filter(({ value }) => value.toLowerCase().includes(text.toLowerCase()));
}

const occurrences = personalStore<Partial<Record<'tags' | 'counties', boolean>>>('filter-fields', {});

/**
 * True if any lead has such a value. While that loads, the last result applies. A field that appeared stays while the
 * panel is open, even if other filters leave no value for it.
 */
function useOccurrence(of: 'tags' | 'counties', values: Values | undefined): boolean {
  const [occurred, setOccurred] = useState(false);
  const [expected] = useState(() => occurrences.read()[of] ?? true);
  const occurs = values && values.length > 0;
  if (occurs && !occurred) setOccurred(true);
  const isThere = occurs === undefined ? expected : occurs || occurred;
  useEffect(() => {
    if (occurs !== undefined) occurrences.write({ ...occurrences.read(), [of]: isThere });
  }, [of, occurs, isThere]);
  return isThere;
}

/** Shown only if tags occur. */
export function TagField({ value: chosen, onChange, facets, filter }: FieldProps<string[]>) {
  const occurs = useOccurrence('tags', facets?.tags) || chosen.length > 0;
  return occurs && <TagSelect values={facets?.tags ?? []} filter={filter} chosen={chosen} onChange={onChange} />;
}

export const StateField = ({ value, onChange, facets, filter }: FieldProps<string>) => (
  <RegionField
    label="US State"
    all="All states"
    facet="states"
    values={facets?.states ?? []}
    filter={filter}
    chosen={value}
    onChange={onChange}
  />
);

/** Shown only if counties occur. */
export function CountyField({ value, onChange, facets, filter }: FieldProps<string>) {
  const occurs = useOccurrence('counties', facets?.counties) || value !== '';
  return (
    occurs && (
      <RegionField
        label="UK County"
        all="All counties"
        facet="counties"
        values={facets?.counties ?? []}
        filter={filter}
        chosen={value}
        onChange={onChange}
      />
    )
  );
}

interface TagSelectProps {
  values: Values;
  filter: LeadFilter;
  chosen: string[];
  onChange: (tags: string[]) => void;
}

function TagSelect({ values, filter, chosen, onChange }: TagSelectProps) {
  const [text, setText] = useState('');
  const matching = useMatching('tags', values, filter, text.trim());
  const missing = chosen.filter((tag) => text === '' && matching.every(({ value }) => value !== tag));
  return (
    <MultiSelect
      label="Custom Tags"
      placeholder="All tags"
      options={[
        ...missing.map((value) => ({ value, label: value })),
        ...matching.map((tag) => ({ ...tag, label: tag.value })),
      ]}
      chosen={chosen}
      onChange={onChange}
      onClear={() => onChange([])}
      search={{ text, onText: setText, label: 'Search tags' }}
      renderChosen={(tag, remove) => (
        <span className="lf-tag" key={tag}>
          <span className="cut">{tag}</span>
          <button type="button" className="x" aria-label={`Remove tag ${tag}`} onClick={remove}>
            <Icon name="x" />
          </button>
        </span>
      )}
    />
  );
}

interface RegionFieldProps {
  label: string;
  all: string;
  facet: 'states' | 'counties';
  values: Values;
  filter: LeadFilter;
  chosen: string;
  onChange: (value: string) => void;
}

/** A state or a county: a dropdown, or a search if there may be more values than one call returns. */
function RegionField({ label, all, facet, values, filter, chosen, onChange }: RegionFieldProps) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const matching = useMatching(facet, values, filter, typed.trim());
  const isKnown = chosen === '' || values.some(({ value }) => value === chosen);
  return (
    <div>
      <Form.Label htmlFor={id}>{label}</Form.Label>
      {values.length >= maxFacetValues ? (
        <Combobox
          id={id}
          placeholder={all}
          text={chosen || typed}
          onText={(text) => {
            setTyped(text);
            if (chosen) onChange('');
          }}
          suggestions={
            chosen ? [] : matching.map(({ value, count }) => ({ value, label: value, hint: formatNumber(count) }))
          }
          onChoose={({ value }) => {
            setTyped('');
            onChange(value);
          }}
        />
      ) : (
        <Form.Select id={id} value={chosen} onChange={(event) => onChange(event.target.value)}>
          <option value="">{all}</option>
          {!isKnown && <option value={chosen}>{chosen}</option>}
          {values.map(({ value, count }) => (
            <option key={value} value={value}>
              {value} ({formatNumber(count)})
            </option>
          ))}
        </Form.Select>
      )}
    </div>
  );
}
