import { auditActions } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { paths } from '../../lib/paths';
import { CursorPager } from '../../ui/cursor-pager';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { SearchField } from '../../ui/search-field';
import { ButtonSpinner } from '../../ui/spinner';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { type AuditFilter, useAudit, useAuditExport } from './api';
import { AuditTable } from './audit-table';
import { endOfDay, startOfDay } from './day-bounds.rules';

interface Fields {
  q: string;
  actor: string;
  action: string;
  from: string;
  to: string;
}
const noFields: Fields = { q: '', actor: '', action: '', from: '', to: '' };

const filterOf = ({ q, actor, action, from, to }: Fields): AuditFilter => ({
  q: q || undefined,
  actor: actor || undefined,
  action: (action || undefined) as AuditFilter['action'],
  from: startOfDay(from),
  to: endOfDay(to),
});

/** Lists who did what, when and from where, for administrators. */
export function AuditPage() {
  const [fields, setFields] = useState(noFields);
  /** The cursor of each page that was shown; undefined for the first. */
  const [starts, setStarts] = useState<(string | undefined)[]>([undefined]);
  const filter = filterOf(fields);
  const { data, error, refetch } = useAudit(filter, starts.at(-1));
  const file = useAuditExport(filter);
  const narrow = (change: Partial<Fields>) => {
    setFields({ ...fields, ...change });
    setStarts([undefined]);
  };
  const isNarrowed = Object.values(fields).some(Boolean);
  return (
    <>
      <PageHeader
        title="Audit Trail"
        back={{ to: paths.home, label: 'Back to Dashboard' }}
        actions={
          <Button
            variant="outline-secondary"
            disabled={file.isPending}
            aria-label="Export CSV"
            onClick={() => file.mutate()}
          >
            {file.isPending ? <ButtonSpinner /> : <Icon name="download" />}
            <span className="lbl">Export CSV</span>
          </Button>
        }
      />
      <AuditFilters fields={fields} onChange={narrow} />
      {error ? (
        <ErrorBlock
          title="Error loading the audit trail. Please try again."
          error={error}
          onRetry={() => void refetch()}
        />
      ) : data?.entries.length === 0 ? (
        <StateBlock
          icon="journal-text"
          title="No entries found"
          action={isNarrowed && <Button onClick={() => narrow(noFields)}>Reset Filters</Button>}
        >
          Nothing in the audit trail matches.
        </StateBlock>
      ) : (
        <>
          <AuditTable entries={data?.entries} />
          <CursorPager starts={starts} next={data?.next} onChange={setStarts} />
        </>
      )}
    </>
  );
}

const AuditFilters = ({ fields, onChange }: { fields: Fields; onChange: (change: Partial<Fields>) => void }) => (
  <div className="lf-toolbar lf-audit-tools" role="search">
    <SearchField
      label="Search the audit trail"
      placeholder="Search subject, address or request"
      delay={250}
      value={fields.q}
      onChange={(q) => onChange({ q })}
    />
    <SearchField label="Username" delay={250} value={fields.actor} onChange={(actor) => onChange({ actor })} />
    <Form.Select
      aria-label="Action"
      value={fields.action}
      onChange={(event) => onChange({ action: event.target.value })}
    >
      <option value="">All Actions</option>
      {Object.entries(auditActions).map(([action, label]) => (
        <option key={action} value={action}>
          {label}
        </option>
      ))}
    </Form.Select>
    <Form.Label className="mb-0">
      From
      <Form.Control type="date" value={fields.from} onChange={(event) => onChange({ from: event.target.value })} />
    </Form.Label>
    <Form.Label className="mb-0">
      To
      <Form.Control type="date" value={fields.to} onChange={(event) => onChange({ to: event.target.value })} />
    </Form.Label>
  </div>
);
