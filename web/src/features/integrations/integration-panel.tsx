import { type ReactNode, useId } from 'react';
import { Badge, Button, Card } from 'react-bootstrap';
import { formatNumber } from '../../lib/numbers';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { PageSpinner } from '../../ui/spinner';
import { ErrorBlock, StateBlock } from '../../ui/state-block';

interface ProgramsPageProps {
  title: string;
  subtitle: string;
  children: ReactNode;
}

/** A page for those who connect other programs. */
export const ProgramsPage = ({ title, subtitle, children }: ProgramsPageProps) => (
  <>
    <PageHeader
      title={title}
      subtitle={subtitle}
      back={{ to: paths.home, label: 'Back to Dashboard' }}
      actions={
        <a className="btn btn-ghost" aria-label="API guide" href="/api/docs">
          <Icon name="book" />
          <span className="lbl">API guide</span>
        </a>
      }
    />
    <div className="d-grid gap-3">{children}</div>
  </>
);

interface IntegrationPanelProps {
  title: string;
  hint: string;
  query: { error: Error | null; refetch: () => unknown };
  /** Undefined while they load. */
  count: number | undefined;
  failure: string;
  add: { label: string; disabled?: boolean; onClick: () => void };
  empty: { icon: string; title: string; text: string };
  id?: string;
  children: ReactNode;
}

/** Tokens or webhooks: all of them, their number, and the button that adds one. */
export function IntegrationPanel({
  title,
  hint,
  query: { error, refetch },
  count,
  failure,
  add: { label, ...button },
  empty,
  id,
  children,
}: IntegrationPanelProps) {
  const titleId = useId();
  const add = (
    <Button size="sm" variant="outline-secondary" className="text-nowrap" {...button}>
      <Icon name="plus-lg" />
      {label}
    </Button>
  );
  return (
    <Card as="section" id={id} aria-labelledby={titleId}>
      <Card.Header>
        <h2 className="h3 mb-0 text-nowrap" id={titleId}>
          {title}
        </h2>
        {count !== undefined && count > 0 && (
          <>
            <Badge bg="" className="b-count">
              {formatNumber(count)}
            </Badge>
            <span className="muted small fw-normal hide-sm">{hint}</span>
            <span className="end">{add}</span>
          </>
        )}
      </Card.Header>
      {count === undefined ? (
        error ? (
          <ErrorBlock title={failure} error={error} onRetry={() => void refetch()} />
        ) : (
          <PageSpinner />
        )
      ) : count === 0 ? (
        <StateBlock icon={empty.icon} title={empty.title} action={add}>
          {empty.text}
        </StateBlock>
      ) : (
        children
      )}
    </Card>
  );
}
