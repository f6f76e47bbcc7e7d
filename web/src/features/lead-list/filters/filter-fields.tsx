import { useEffect, useId, useState } from 'react';
import { Form } from 'react-bootstrap';
import { personalStore } from '../../../lib/browser-store';
import { formatNumber } from '../../../lib/numbers';
import { isAdmin, useUser } from '../../../lib/session';
import { type LeadStatus, leadStatuses, StatusPill } from '../../../ui/lead-status';
import { SearchField } from '../../../ui/search-field';
import { type LeadFacets, type UserSummary, useLeadFacets } from '../api';
import { RegionField, TagField } from './facet-fields';
import { filterOf, type ListState } from '../list-state.rules';
import { MultiSelect } from './multi-select';
import { UserField } from './user-field';

export interface FilterProps {
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
}

const noFacets: LeadFacets = { states: [], counties: [], tags: [], users: [] };

/** The fields of the filter panel, and of its sheet on phones (docs/product/lead-list.md#filter-panel). */
export function FilterFields({ state, onChange }: FilterProps) {
  const nameId = useId();
  const user = useUser();
  const filter = filterOf(state);
  const { data } = useLeadFacets(filter, true);
  const facets = data ?? noFacets;
  const hasTags = useOccurrence('tags', data && data.tags.length > 0) || state.tag.length > 0;
  const hasCounties = useOccurrence('counties', data && data.counties.length > 0) || state.county !== '';
  return (
    <>
      <div>
        <Form.Label htmlFor={nameId}>Search Name</Form.Label>
        <SearchField
          id={nameId}
          label="Search Name"
          placeholder="Any name"
          value={state.q}
          onChange={(q) => onChange({ q })}
          delay={300}
        />
      </div>
      <AssignedUserField
        user={isAdmin(user) ? undefined : user}
        value={state.userId}
        holders={facets.users}
        onChange={(userId) => onChange({ userId })}
      />
      <MultiSelect
        label="Lead Status"
        placeholder="All statuses"
        options={leadStatuses.map((status) => ({ value: status, label: <StatusPill status={status} /> }))}
        chosen={state.status}
        onChange={(status) => onChange({ status: leadStatuses.filter((one) => status.includes(one)) })}
        renderChosen={(status) => <StatusPill key={status} status={status as LeadStatus} />}
      />
      {hasTags && (
        <TagField values={facets.tags} filter={filter} chosen={state.tag} onChange={(tag) => onChange({ tag })} />
      )}
      <RegionField
        label="US State"
        all="All states"
        facet="states"
        values={facets.states}
        filter={filter}
        chosen={state.state}
        onChange={(value) => onChange({ state: value })}
      />
      {hasCounties && (
        <RegionField
          label="UK County"
          all="All counties"
          facet="counties"
          values={facets.counties}
          filter={filter}
          chosen={state.county}
          onChange={(county) => onChange({ county })}
        />
      )}
    </>
  );
}

const occurrences = personalStore<Partial<Record<'tags' | 'counties', boolean>>>('filter-fields', {});

/**
 * True if any lead has such a value. While that loads, the last result applies. A field that appeared stays while the
 * panel is open, even if other filters leave no value for it.
 */
function useOccurrence(of: 'tags' | 'counties', occurs: boolean | undefined): boolean {
  const [occurred, setOccurred] = useState(false);
  const [expected] = useState(() => occurrences.read()[of] ?? true);
  if (occurs && !occurred) setOccurred(true);
  const isThere = occurs === undefined ? expected : occurs || occurred;
  useEffect(() => {
    if (occurs !== undefined) occurrences.write({ ...occurrences.read(), [of]: isThere });
  }, [of, occurs, isThere]);
  return isThere;
}

interface AssignedUserFieldProps {
  /** The signed-in user, if only the own leads are visible; undefined otherwise. */
  user?: UserSummary;
  value: number | null;
  holders: LeadFacets['users'];
  onChange: (id: number | null) => void;
}

function AssignedUserField({ user, value, holders, onChange }: AssignedUserFieldProps) {
  const id = useId();
  const withCount = (option: UserSummary) => {
    const leadCount = holders.find((holder) => holder.id === option.id)?.count;
    const name = option.fullName || option.username;
    return leadCount === undefined ? name : `${name} (${formatNumber(leadCount)})`;
  };
  return (
    <div>
      <Form.Label htmlFor={id}>Assigned User</Form.Label>
      {user ? (
        <Form.Select id={id} value={user.id} disabled>
          <option value={user.id}>{user.fullName || user.username}</option>
        </Form.Select>
      ) : (
        <UserField
          id={id}
          path="/api/admin/users"
          placeholder="All Users"
          value={value}
          onChange={onChange}
          also={holders}
          textOf={withCount}
        />
      )}
    </div>
  );
}

export const ListToggles = ({ state, onChange }: FilterProps) => {
  const id = useId();
  return (
    <>
      {toggles.map(({ field, label }) => (
        <Form.Check
          key={field}
          id={`${id}${field}`}
          label={label}
          checked={state[field]}
          onChange={(event) => onChange({ [field]: event.target.checked })}
        />
      ))}
    </>
  );
};

const toggles = [
  { field: 'hideClosed', label: 'Hide Closed Leads' },
  { field: 'archived', label: 'Show Archived' },
  { field: 'existingCustomers', label: 'Show Existing Customers' },
] as const;
