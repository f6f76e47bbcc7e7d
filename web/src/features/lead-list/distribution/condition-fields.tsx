import type { PlanCondition, PlanConditionKind } from '@lead-finder/contracts';
import { type ReactNode, useState } from 'react';
import { useCustomFields } from '../../../lib/custom-fields';
import { TextField } from '../../../ui/text-field';
import { maxListedPeople, usePeople, usePeopleByName, useLeadFacets } from '../api';
import { CustomFieldFilters } from '../filters/custom-field-filters';
import { MultiSelect } from '../filters/multi-select';
import { useViewTeams } from '../saved-views/api';

interface FieldOf<C> {
  value: C;
  onChange: (value: C) => void;
}
type Field<K extends PlanConditionKind> = (props: FieldOf<Extract<PlanCondition, { kind: K }>>) => ReactNode;

interface Choice {
  value: string;
  label: string;
}

interface ChoicesProps {
  label: string;
  placeholder: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  search?: { text: string; onText: (text: string) => void; label: string };
}

const Choices = ({ choices, ...props }: ChoicesProps) => (
  <MultiSelect
    {...props}
    options={choices}
    onClear={() => props.onChange([])}
    renderChosen={(value) => (
      <span className="lf-tag" key={value}>
        <span className="cut">{choices.find((choice) => choice.value === value)?.label ?? value}</span>
      </span>
    )}
  />
);

function TagsField({ value, onChange }: FieldOf<Extract<PlanCondition, { kind: 'tag' }>>) {
  const [text, setText] = useState('');
  const { data } = useLeadFacets({}, true, text);
  const known = (data?.tags ?? []).map((tag) => tag.value);
  const shown = [...value.tags, ...known.filter((tag) => !value.tags.includes(tag))];
  return (
    <Choices
      label="Leads with any of these tags"
      placeholder="Choose tags"
      choices={shown.map((tag) => ({ value: tag, label: tag }))}
      chosen={value.tags}
      onChange={(tags) => onChange({ ...value, tags })}
      search={{ text, onText: setText, label: 'Search tags' }}
    />
  );
}

const peoplePath = '/api/users-for-reassignment';

function PeopleField({ value, onChange }: FieldOf<Extract<PlanCondition, { kind: 'people' }>>) {
  const [text, setText] = useState('');
  const { data: all = [] } = usePeople(peoplePath);
  const { data: found = [] } = usePeopleByName(peoplePath, all.length > maxListedPeople ? text.trim() : '');
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const wanted = text.trim().toLowerCase();
  const matching = all.filter(({ fullName }) => fullName.toLowerCase().includes(wanted));
  const chosen = value.userIds.map(String);
  const offered = new Map([...matching, ...found].map((person) => [String(person.id), person.fullName]));
  const nameOf = (id: string) =>
    offered.get(id) ?? all.find((person) => String(person.id) === id)?.fullName ?? names.get(id) ?? `User ${id}`;
  return (
    <Choices
      label="Only these people"
      placeholder="Choose people"
      choices={[...chosen, ...[...offered.keys()].filter((id) => !chosen.includes(id))].map((id) => ({
        value: id,
        label: nameOf(id),
      }))}
      chosen={chosen}
      onChange={(ids) => {
        setNames(new Map(ids.map((id) => [id, nameOf(id)])));
        onChange({ ...value, userIds: ids.map(Number) });
      }}
      search={{ text, onText: setText, label: 'Search people' }}
    />
  );
}

function TeamsField({ value, onChange }: FieldOf<Extract<PlanCondition, { kind: 'team' }>>) {
  const teams = useViewTeams() ?? [];
  return (
    <Choices
      label="People of these teams and below"
      placeholder="Choose teams"
      choices={teams.map(({ id, name }) => ({ value: String(id), label: name }))}
      chosen={value.teamIds.map(String)}
      onChange={(ids) => onChange({ ...value, teamIds: ids.map(Number) })}
    />
  );
}

function CustomField({ value, onChange }: FieldOf<Extract<PlanCondition, { kind: 'field' }>>) {
  const hasFields = useCustomFields().some(({ filterReady, archived }) => filterReady && !archived);
  if (!hasFields) return <p className="muted mb-0">No custom field has a filter.</p>;
  return (
    <div className="d-grid gap-2">
      <CustomFieldFilters
        value={value.field ? [value.field] : []}
        onChange={(conditions) => onChange({ ...value, field: conditions.at(-1) ?? '' })}
        filter={{}}
      />
    </div>
  );
}

const Note = ({ children }: { children: ReactNode }) => <p className="muted mb-0">{children}</p>;

const fields: { [K in PlanConditionKind]: Field<K> } = {
  tag: TagsField,
  people: PeopleField,
  team: TeamsField,
  field: CustomField,
  territory: () => <Note>People on the lead’s territory; leads in none go to the next rule</Note>,
  'not-on-leave': () => <Note>People without leave or holiday today</Note>,
  'working-now': () => <Note>People between 8 AM and 6 PM of a working day</Note>,
  'below-capacity': ({ value, onChange }) => (
    <TextField
      label="Fewer open leads than"
      type="number"
      min={1}
      value={value.capacity || ''}
      onChange={({ target }) => onChange({ ...value, capacity: Number(target.value) })}
    />
  ),
};

export function ConditionField({ value, onChange }: FieldOf<PlanCondition>) {
  const One = fields[value.kind] as (props: FieldOf<PlanCondition>) => ReactNode;
  return <One value={value} onChange={onChange} />;
}
