import { createContext, useCallback, useContext, useEffect, useMemo, useRef } from 'react';
import { Button, Card } from 'react-bootstrap';
import { Link, useSearchParams } from 'react-router-dom';
import { HttpError } from '../../../lib/http';
import { usePageKeys } from '../../../lib/page-keys';
import { paths } from '../../../lib/paths';
import { PageSpinner } from '../../../ui/spinner';
import { ErrorBlock, StateBlock } from '../../../ui/state-block';
import { useToast } from '../../../ui/toasts';
import { useProfile } from '../api';
import { reasonOf } from '../calls.rules';
import { LeadView } from '../lead-profile-page';
import { OutcomePanel } from './outcome-panel';
import { addressOfLead, type QueuedLead, type QueueFields, useLeadQueue } from './use-lead-queue';

/** Works a queue lead by lead. */
export function NextLeadPage() {
  const [query] = useSearchParams();
  const text = query.toString();
  const fields = useMemo(() => fieldsOf(new URLSearchParams(text)), [text]);
  // The key resets the page for another queue.
  return <Queue key={text} fields={fields} after={query.get('after') ?? undefined} />;
}

const repeated = ['status', 'tag'];

function fieldsOf(query: URLSearchParams): QueueFields {
  const names = [...new Set(query.keys())].filter((name) => name !== 'after');
  const given = names.map((name) => [name, repeated.includes(name) ? query.getAll(name) : query.get(name)!]);
  return { from: 'my-day', ...Object.fromEntries(given) };
}

function Queue({ fields, after }: { fields: QueueFields; after?: string }) {
  const queue = useLeadQueue(fields, after);
  const { at, error, worked } = queue;
  // Here, because the outcomes are not on the page while a profile loads and after the last lead.
  usePageKeys({ u: queue.undoLast });
  if (at === undefined) {
    if (!error) return <PageSpinner label="Loading the next lead..." />;
    return (
      <Card>
        <ErrorBlock level={1} title="The next lead could not be loaded" error={error} onRetry={queue.retry}>
          {reasonOf(error)}
        </ErrorBlock>
      </Card>
    );
  }
  if (at === null) {
    return (
      <Card>
        <StateBlock
          level={1}
          icon="check2-circle"
          title={worked > 0 ? 'All leads are worked' : 'No lead is waiting'}
          action={
            <>
              <Link className="btn btn-primary" to={fields.from === 'list' ? paths.crm : paths.myDay}>
                {fields.from === 'list' ? 'Back to CRM' : 'Back to My day'}
              </Link>
              <Button variant="outline-secondary" onClick={queue.startAgain}>
                Look again
              </Button>
            </>
          }
        >
          {worked > 0 && `${worked} ${worked === 1 ? 'lead' : 'leads'} worked.`} What you skipped stays in its list.
        </StateBlock>
      </Card>
    );
  }
  return <CurrentLead key={at.id} lead={at} queue={queue} />;
}

interface Current {
  lead: QueuedLead;
  queue: ReturnType<typeof useLeadQueue>;
}

const CurrentContext = createContext<Current | null>(null);

function CurrentOutcome() {
  const current = useContext(CurrentContext);
  return current && <OutcomePanel {...current} />;
}

// A stable element, so that the profile does not render again at each step of a call.
const outcomePanel = <CurrentOutcome />;

function CurrentLead({ lead, queue }: Current) {
  const address = useMemo(() => addressOfLead(lead), [lead]);
  useSkipIfGone(lead, queue);
  const { passOver } = queue;
  const current = useRef(passOver);
  useEffect(() => {
    current.current = passOver;
  });
  const onGone = useCallback(() => current.current(), []);
  return (
    <CurrentContext value={{ lead, queue }}>
      <LeadView lead={address} onGone={onGone} panel={outcomePanel} />
    </CurrentContext>
  );
}

/** Skips a lead that was reassigned or deleted after it was read ahead. */
function useSkipIfGone(lead: QueuedLead, { passOver, isBusy }: Current['queue']): void {
  const toast = useToast();
  const { error } = useProfile(addressOfLead(lead));
  const isGone = error instanceof HttpError && [403, 404].includes(error.status);
  const hasSkipped = useRef(false);
  useEffect(() => {
    // A step already runs. Its response says whether this lead is next.
    if (!isGone || isBusy || hasSkipped.current) return;
    hasSkipped.current = true;
    toast.info('One lead was skipped', `${lead.name} was reassigned or deleted meanwhile.`);
    passOver();
  }, [isGone, isBusy, lead, passOver, toast]);
}
