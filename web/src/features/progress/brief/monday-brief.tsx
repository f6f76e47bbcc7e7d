import type { Brief, ProgressKind } from '@lead-finder/contracts';
import { Fragment, type ReactNode, useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import { Link } from 'react-router-dom';
import { counted, formatNumber } from '../../../lib/numbers';
import { paths } from '../../../lib/paths';
import { Icon } from '../../../ui/icon';
import { SkeletonLines } from '../../../ui/skeleton';
import { ErrorBlock } from '../../../ui/state-block';
import { useBrief } from '../api';
import { queryOf } from '../counted-leads/lead-list-query.rules';
import { changeWords, isOfWeek, reasonWords } from './brief.rules';
import { dayWords } from '../calendar.rules';

/** The changes of last week, and which members are behind and why. Each figure links to its list. */
export function MondayBrief() {
  const { data, error, refetch } = useBrief();
  return (
    <Card as="section" className="lf-brief" aria-labelledby="monday-brief">
      <Card.Header>
        <Icon name="sunrise" className="muted" />
        <h2 className="h3 mb-0" id="monday-brief">
          Monday brief
        </h2>
        {data && <span className="end small muted">Week of {dayWords(data.week)}</span>}
      </Card.Header>
      <Card.Body>
        {error && !data ? (
          <ErrorBlock title="The brief could not be loaded" error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <BriefLines brief={data} />
        ) : (
          <div className="d-grid gap-3">
            <SkeletonLines lines={6} />
          </div>
        )}
      </Card.Body>
    </Card>
  );
}

/** More would leave a hole beside the brief. */
const shownBehind = 3;

function BriefLines({ brief }: { brief: Brief }) {
  const [isWhole, setWhole] = useState(false);
  const { contacts, won, lost, overdue, behind, behindTotal, from, to } = brief;
  const figure = (kind: ProgressKind, words: ReactNode, userId?: number) => (
    <Link
      to={`${paths.progress}?${queryOf({ kind, ...(userId !== undefined && { userId }), ...(isOfWeek(kind) && { from, to }) })}`}
    >
      {words}
    </Link>
  );
  return (
    <ul>
      <Line
        icon={contacts.count >= contacts.before ? 'arrow-up-right' : 'arrow-down-right'}
        side={contacts.count >= contacts.before ? 'success' : 'warning'}
      >
        Last week brought <b>{figure('contacts', counted(contacts.count, 'contact'))}</b> of{' '}
        {formatNumber(contacts.target)}, {changeWords(contacts)}.
      </Line>
      <Line icon="trophy" side="success">
        {figure('won', counted(won, 'lead'))} won, {figure('lost', formatNumber(lost))} lost.
      </Line>
      <Line icon="hourglass-split" side="warning">
        {figure('overdue', counted(overdue, 'follow-up'))} overdue.
      </Line>
      {behind.slice(0, isWhole ? undefined : shownBehind).map(({ userId, name, count, target, reasons }) => (
        <Line key={userId} icon="person-exclamation" side="danger">
          <b>{name}</b> is {figure('contacts', `${target - count} behind`, userId)} ({count} of {target})
          {reasons.map((reason, index) => {
            const { before, figure: words, after } = reasonWords(reason);
            return (
              <Fragment key={reason.kind}>
                {index === 0 ? ': ' : ', '}
                {before}
                {figure(reason.kind, words, userId)}
                {after}
              </Fragment>
            );
          })}
          .
        </Line>
      ))}
      {!isWhole && behind.length > shownBehind && (
        <li>
          <Icon name="chevron-down" className="muted" />
          <Button variant="link" className="p-0 border-0 text-start" onClick={() => setWhole(true)}>
            Show {counted(behind.length - shownBehind, 'more member')} behind
          </Button>
        </li>
      )}
      {(isWhole || behind.length <= shownBehind) && behindTotal > behind.length && (
        <Line icon="people">{counted(behindTotal - behind.length, 'more person is', 'more people are')} behind.</Line>
      )}
      {behindTotal === 0 && (
        <Line icon="check2-circle" side="success">
          Nobody missed last week's target.
        </Line>
      )}
    </ul>
  );
}

const Line = ({
  icon,
  side,
  children,
}: {
  icon: string;
  side?: 'success' | 'warning' | 'danger';
  children: ReactNode;
}) => (
  <li>
    <Icon name={icon} className={side ? `text-${side}` : 'muted'} />
    <span>{children}</span>
  </li>
);
