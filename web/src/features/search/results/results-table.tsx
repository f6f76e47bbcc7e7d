import type { BusinessResult } from '@lead-finder/contracts';
import { useState } from 'react';
import { Card, Form, Table } from 'react-bootstrap';
import { Icon } from '../../../ui/icon';
import { Stars } from '../../../ui/stars';
import { BusinessLinks, ownersOf, PhoneLink, SamePhoneBadge, TakenBadge } from './result-parts';
import { addressIn, inOrder, orderAfterClick, phoneIn, type SortColumn, type SortOrder } from './results-order.rules';
import type { Selection } from './use-selection';

interface ResultsTableProps {
  businesses: readonly BusinessResult[];
  selection: Selection;
}

export function ResultsTable({ businesses, selection }: ResultsTableProps) {
  const [order, setOrder] = useState<SortOrder | null>(null);
  const header = { order, onSort: (column: SortColumn) => setOrder(orderAfterClick(order, column)) };
  const count = selection.chosen.length;
  return (
    <Card>
      <div className="lf-wrap">
        <Table hover className="lf-results-table">
          <thead>
            <tr>
              <th className="check">
                <Form.Check.Input
                  aria-label="Select all results"
                  checked={count > 0 && count === businesses.length}
                  ref={(box: HTMLInputElement | null) => {
                    if (box) box.indeterminate = count > 0 && count < businesses.length;
                  }}
                  onChange={selection.toggleAll}
                />
              </th>
              <SortHeader {...header} column="name" label="Business Name" />
              <SortHeader {...header} column="address" label="Address" />
              <SortHeader {...header} column="phone" label="Phone Number" />
              <SortHeader {...header} column="rating" label="Rating" />
              <th>Links</th>
            </tr>
          </thead>
          <tbody>
            {inOrder(businesses, order).map((business) => (
              <ResultRow
                key={business.placeId}
                business={business}
                isSelected={selection.has(business)}
                onSelect={() => selection.toggle(business)}
              />
            ))}
          </tbody>
        </Table>
      </div>
    </Card>
  );
}

interface SortHeaderProps {
  order: SortOrder | null;
  onSort: (column: SortColumn) => void;
  column: SortColumn;
  label: string;
}

function SortHeader({ order, onSort, column, label }: SortHeaderProps) {
  const direction = order?.column === column ? order.direction : undefined;
  return (
    <th aria-sort={direction}>
      <button type="button" onClick={() => onSort(column)}>
        {label}
        {direction && <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} />}
      </button>
    </th>
  );
}

interface ResultRowProps {
  business: BusinessResult;
  isSelected: boolean;
  onSelect: () => void;
}

function ResultRow({ business, isSelected, onSelect }: ResultRowProps) {
  const { name, rating, userRatingsTotal, takenBy, samePhone } = business;
  const address = addressIn(business);
  const phone = phoneIn(business);
  return (
    <tr className={isSelected ? 'selected' : undefined}>
      <td>
        <Form.Check.Input checked={isSelected} onChange={onSelect} aria-label={`Select ${name}`} />
      </td>
      <td className="cut wide">
        <span className="d-flex align-items-center gap-2">
          <span className="name cut" title={name}>
            {name}
          </span>
          <TakenBadge takenBy={takenBy} />
          <span className="visually-hidden">{ownersOf(takenBy)}</span>
        </span>
      </td>
      <td className="cut soft" title={address ?? undefined}>
        {address ?? <Missing />}
      </td>
      <td className="text-nowrap">
        <span className="d-inline-flex align-items-center gap-2">
          {phone ? <PhoneLink phone={phone} /> : <Missing />}
          <SamePhoneBadge samePhone={samePhone} />
        </span>
      </td>
      <td className="text-nowrap">
        <Stars rating={rating} reviews={userRatingsTotal} />
      </td>
      <td className="text-nowrap">
        <BusinessLinks business={business} />
      </td>
    </tr>
  );
}

const Missing = () => <span className="muted">–</span>;
