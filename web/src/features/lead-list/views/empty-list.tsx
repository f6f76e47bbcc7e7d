import { Button, Card } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { paths } from '../../../lib/paths';
import { isAdmin, useUser } from '../../../lib/session';
import { Icon } from '../../../ui/icon';
import { StateBlock } from '../../../ui/state-block';

interface EmptyListProps {
  isFiltered: boolean;
  hidesClosed: boolean;
  onReset: () => void;
  onRefresh: () => void;
}

/** The empty list: the reason for this user and the next step (docs/product/lead-list.md#title-and-empty-list). */
export function EmptyList({ isFiltered, hidesClosed, onReset, onRefresh }: EmptyListProps) {
  const mayAssign = isAdmin(useUser());
  const closed = hidesClosed ? ' Closed leads are hidden.' : '';
  const nothing = mayAssign
    ? 'Nobody has a lead yet. Search for businesses and assign them, or import a CSV file.'
    : 'Nothing is assigned to you yet. ' +
      'An administrator assigns leads; you get a notification when the first one arrives.';
  const noMatch = mayAssign ? 'No lead of the team matches the filters.' : 'None of your leads matches the filters.';
  return (
    <Card>
      <StateBlock
        icon="inboxes"
        title="No business assignment found"
        action={
          isFiltered ? <ResetFilters onReset={onReset} /> : mayAssign ? <Assign /> : <Refresh onRefresh={onRefresh} />
        }
      >
        {(isFiltered ? noMatch : nothing) + closed}
      </StateBlock>
    </Card>
  );
}

const ResetFilters = ({ onReset }: { onReset: () => void }) => (
  <Button variant="outline-secondary" onClick={onReset}>
    <Icon name="arrow-counterclockwise" />
    Clear filters
  </Button>
);

const Refresh = ({ onRefresh }: { onRefresh: () => void }) => (
  <Button variant="outline-secondary" onClick={onRefresh}>
    <Icon name="arrow-clockwise" />
    Refresh List
  </Button>
);

const Assign = () => (
  <Link className="btn btn-primary" to={paths.search}>
    <Icon name="search" />
    Search Businesses
  </Link>
);
