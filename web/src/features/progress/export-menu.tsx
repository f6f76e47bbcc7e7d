import { Dropdown } from 'react-bootstrap';
import { queryString } from '../../lib/query-client';
import { Icon } from '../../ui/icon';
import { spanOf, type Walk } from './calendar.rules';

/** The figures of the screen as files for a spreadsheet, walked back as the screen is. */
export function ExportMenu({ today, walk }: { today: string; walk: Walk }) {
  const month = spanOf('month', today, walk);
  const address = (fields: object) => `/api/progress/export?${queryString(fields)}`;
  const walked = { week: walk.weeks > 0 && spanOf('week', today, walk).from, month: walk.months > 0 && month.from };
  const members = { table: 'members', week: walked.week || undefined, month: walked.month || undefined };
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
