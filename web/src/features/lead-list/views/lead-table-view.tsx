import { memo, type MouseEvent, useEffect, useRef } from 'react';
import { Card, Form, Table } from 'react-bootstrap';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { Icon } from '../../../ui/icon';
import { TableRowsSkeleton } from '../../../ui/skeleton';
import type { LeadListRecord } from '../api';
import type { LeadColumn } from '../columns/lead-cell';
import type { LeadsProps } from './lead-list-view';
import { LeadBadges, LeadName, ViewProfile } from './lead-parts';
import type { ListState } from '../list-state.rules';
import { RowMenu, type RowActions } from './row-menu';
import { rememberPosition } from '../use-return';
import { selectable, type Selection } from '../use-selection';

interface LeadTableProps extends LeadsProps {
  columns: readonly LeadColumn[];
  sort: ListState['sort'];
  onSort: (sort: ListState['sort']) => void;
  actions: RowActions;
  /** The number of skeleton rows while nothing has loaded. */
  skeletonRows?: number;
}

export const LeadTableView = memo((props: LeadTableProps) => {
  const { leads, address, selection, returnedId, isStale, columns, sort, onSort, actions, skeletonRows } = props;
  const chosen = leads.filter(({ userBusiness }) => selection.selected.has(userBusiness.id)).length;
  return (
    <Card>
      <div className="lf-wrap">
        <Table hover className={`lf-leads ${isStale ? 'lf-stale' : ''}`.trimEnd()} aria-busy={isStale}>
          <thead>
            <tr>
              <th className="c-check">
                <SelectAll
                  chosen={chosen}
                  of={leads.length}
                  onChange={(isSelected) => selection.set(leads.map(selectable), isSelected)}
                />
              </th>
              <th className="c-name">Business Name</th>
              {columns.map(({ id, label, className }) =>
                id === 'assigned' ? (
                  <th key={id} aria-sort={sort === 'newest' ? 'descending' : 'ascending'}>
                    <button type="button" onClick={() => onSort(sort === 'newest' ? 'oldest' : 'newest')}>
                      {label} <Icon name={sort === 'newest' ? 'arrow-down' : 'arrow-up'} />
                    </button>
                  </th>
                ) : (
                  <th key={id} className={className}>
                    {label}
                  </th>
                ),
              )}
              <th className="r">Actions</th>
            </tr>
          </thead>
          {skeletonRows ? (
            <TableRowsSkeleton
              rows={skeletonRows}
              columns={['c-check', 'c-name', ...columns.map(({ className = '' }) => className), 'c-acts']}
              isChecked
            />
          ) : (
            <tbody key={address}>
              {leads.map((lead) => (
                <LeadRow
                  key={lead.userBusiness.id}
                  lead={lead}
                  isSelected={selection.selected.has(lead.userBusiness.id)}
                  isReturned={lead.userBusiness.id === returnedId}
                  onSelect={selection.set}
                  columns={columns}
                  actions={actions}
                />
              ))}
            </tbody>
          )}
        </Table>
      </div>
    </Card>
  );
});
LeadTableView.displayName = 'LeadTableView';

function SelectAll({ chosen, of, onChange }: { chosen: number; of: number; onChange: (isSelected: boolean) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const isPart = chosen > 0 && chosen < of;
  useEffect(() => {
    if (input.current) input.current.indeterminate = isPart;
  }, [isPart]);
  return (
    <label className="lf-box">
      <Form.Check.Input
        ref={input}
        aria-label="Select all on this page"
        disabled={of === 0}
        checked={of > 0 && chosen === of}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}

interface LeadRowProps {
  lead: LeadListRecord;
  isSelected: boolean;
  isReturned: boolean;
  onSelect: Selection['set'];
  columns: readonly LeadColumn[];
  actions: RowActions;
}

const LeadRow = memo(({ lead, isSelected, isReturned, onSelect, columns, actions }: LeadRowProps) => {
  const navigate = useNavigate();
  const { userBusiness, business } = lead;
  // The name is the link for keyboards. The row is a wider target for a pointer, which can still select text and press
  // buttons.
  const open = ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    const isOwn = target instanceof Element && currentTarget.contains(target);
    if (!isOwn || target.closest('a, button, input, label, .c-check') || window.getSelection()?.isCollapsed === false)
      return;
    rememberPosition(userBusiness.id);
    void navigate(paths.lead(userBusiness));
  };
  return (
    <tr
      className={[isSelected && 'selected', isReturned && 'returned'].filter(Boolean).join(' ') || undefined}
      onClick={open}
    >
      <td className="c-check">
        <label className="lf-box">
          <Form.Check.Input
            checked={isSelected}
            aria-label={`Select ${business.name}`}
            onChange={(event) => onSelect([selectable(lead)], event.target.checked)}
          />
        </label>
      </td>
      <td className="cut c-name">
        <span className="d-flex align-items-center gap-2">
          <LeadName lead={lead} className="cut" />
          <LeadBadges lead={lead} />
        </span>
      </td>
      {columns.map(({ id, label, className, cell }) => (
        <td key={id} className={className} data-label={label}>
          {cell(lead)}
        </td>
      ))}
      <td className="r text-nowrap c-acts">
        <ViewProfile lead={lead} variant="ghost" />
        <RowMenu lead={lead} actions={actions} />
      </td>
    </tr>
  );
});
LeadRow.displayName = 'LeadRow';
