import type { PoolChoice } from '@lead-finder/contracts';
import { useId } from 'react';
import { Form } from 'react-bootstrap';
import { formatNumber } from '../../../lib/numbers';
import { isAdmin, peopleListOf, useUser } from '../../../lib/session';
import { ChoiceSelect } from '../../../ui/choice-select';
import { type LeadStatus, leadStatuses, StatusPill } from '../../../ui/lead-status';
import { SearchField } from '../../../ui/search-field';
import type { UserSummary } from '../api';
import { type FieldProps, pool as poolKind, poolText } from './filter-values.rules';
import { MultiSelect } from './multi-select';
import { UserField } from './user-field';

export function NameField({ value, onChange }: FieldProps<string>) {
  const id = useId();
  return (
    <div>
      <Form.Label htmlFor={id}>Search Name</Form.Label>
      <SearchField id={id} label="Search Name" placeholder="Any name" value={value} onChange={onChange} delay={300} />
    </div>
  );
}

/** Users who see only their own leads cannot change it. */
export function AssignedUserField({ value, onChange, facets, filter }: FieldProps<number | null>) {
  const id = useId();
  const user = useUser();
  const path = filter.mine && !isAdmin(user) ? null : peopleListOf(user);
  const holders = facets?.users ?? [];
  const withCount = (option: UserSummary) => {
    const leadCount = holders.find((holder) => holder.id === option.id)?.count;
    const name = option.fullName || option.username;
    return leadCount === undefined ? name : `${name} (${formatNumber(leadCount)})`;
  };
  return (
    <div>
      <Form.Label htmlFor={id}>Assigned User</Form.Label>
      {path ? (
        <UserField
          id={id}
          path={path}
          placeholder="All Users"
          value={value}
          onChange={onChange}
          also={holders}
          textOf={withCount}
        />
      ) : (
        <Form.Select id={id} value={user.id} disabled>
          <option value={user.id}>{user.fullName || user.username}</option>
        </Form.Select>
      )}
    </div>
  );
}

/** Only who sees leads of others sees leads in a pool. */
export function PoolField({ value, onChange, facets, filter }: FieldProps<PoolChoice>) {
  const id = useId();
  const user = useUser();
  if (!isAdmin(user) && (!user.managesTeam || filter.mine)) return null;
  const pools = (facets?.pools ?? []).map(({ pool, name, count }) => ({
    value: String(pool),
    label: `${name} (${formatNumber(count)})`,
  }));
  const chosen = value === false ? null : String(value);
  const isKnown = typeof value === 'boolean' || pools.some((each) => each.value === chosen);
  return (
    <div>
      <Form.Label htmlFor={id}>Leads without a User</Form.Label>
      <ChoiceSelect
        id={id}
        placeholder="With all others"
        searchFor="the name of a pool"
        value={chosen}
        onChange={(next) => onChange(poolKind.read(poolKind.fromAddress([next ?? ''])))}
        choices={[
          { value: 'true', label: 'Only in a pool' },
          ...pools,
          ...(isKnown ? [] : [{ value: String(value), label: poolText([], value) }]),
        ]}
      />
    </div>
  );
}

export const StatusField = ({ value, onChange }: FieldProps<LeadStatus[]>) => (
  <MultiSelect
    label="Lead Status"
    placeholder="All statuses"
    options={leadStatuses.map((status) => ({ value: status, label: <StatusPill status={status} /> }))}
    chosen={value}
    onChange={(chosen) => onChange(leadStatuses.filter((status) => chosen.includes(status)))}
    renderChosen={(status) => <StatusPill key={status} status={status as LeadStatus} />}
  />
);
