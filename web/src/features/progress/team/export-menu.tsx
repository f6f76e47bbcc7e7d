import { Dropdown } from 'react-bootstrap';
import { queryString } from '../../../lib/query-client';
import { Icon } from '../../../ui/icon';
import { spanOf, type PeriodOffset } from '../calendar.rules';

/** Downloads the figures of the shown period as CSV files. */
export function ExportMenu({ today, offset }: { today: string; offset: PeriodOffset }) {
  const month = spanOf('month', today, offset);
  const address = (fields: object) => `/api/progress/export?${queryString(fields)}`;
  const firstDays = {
    week: offset.weeks > 0 && spanOf('week', today, offset).from,
    month: offset.months > 0 && month.from,
  };
  const members = { table: 'members', week: firstDays.week || undefined, month: firstDays.month || undefined };
  return (
    <Dropdown align="end">
      <Dropdown.Toggle variant="outline-secondary" bsPrefix="lf-export" aria-label="Export">
        <Icon name="download" />
        <span className="lbl">Export</span>
        <Icon name="chevron-down" className="hide-sm" />
      </Dropdown.Toggle>
      <Dropdown.Menu>
        <Dropdown.Item href={address(members)} download>
          Members and their weeks (CSV)
        </Dropdown.Item>
        <Dropdown.Item href={address({ table: 'days', ...month })} download>
          Contacts by day (CSV)
        </Dropdown.Item>
        <Dropdown.Item href={address({ table: 'funnel' })} download>
          Leads by status (CSV)
        </Dropdown.Item>
      </Dropdown.Menu>
    </Dropdown>
  );
}
