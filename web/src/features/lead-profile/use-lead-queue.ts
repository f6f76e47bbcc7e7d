import type { getNextLead, OutputOf, QueuedLead, recordOutcome, UserBusiness } from '@lead-finder/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { automatically, HttpError, request } from '../../lib/http';
import { announceLeadsChanged, announceStatusChanged } from '../../lib/lead-changes';
import { addressOf } from '../../lib/query-client';
import { useToast } from '../../ui/toasts';
import { profileKey, profilePage, refreshProfile } from './api';
import { callPath, type LeadAddress, reasonOf } from './calls.rules';

export type { QueuedLead };
type Next = OutputOf<typeof getNextLead>;
type Recorded = OutputOf<typeof recordOutcome>;

/** Filters and `from`, as the address of the page has them; an array for each that is repeated. */
export type QueueFields = Record<string, string | string[]>;

export interface WorkedOutcome {
  label: string;
  notes: string;
  status: UserBusiness['status'];
  followUpOn: string | null;
}

interface Recording {
  lead: QueuedLead;
  /** Shown while the answer is on its way. */
  ahead?: QueuedLead;
  outcome: WorkedOutcome;
}

interface Undoable {
  lead: QueuedLead;
  label: string;
}

const address = '/api/next-lead';
export const addressOfLead = ({ uuid }: QueuedLead): LeadAddress => ({ uuid });

type From = { cursor?: string; expected?: number };
const ask = (queue: QueueFields, from: From, signal?: AbortSignal) =>
  request<Next>('GET', addressOf([address, { ...queue, ...from }]), undefined, { signal });

/**
 * Somebody's way through a queue. The lead after the present one is read ahead; whether it still belongs to it is
 * asked again with each step.
 */
export function useLeadQueue(queue: QueueFields) {
  const client = useQueryClient();
  const toast = useToast();
  /** Undefined until the first answer, null at the end. */
  const [at, setAt] = useState<QueuedLead | null>();
  const [last, setLast] = useState<Undoable>();
  /** Undo was asked for while the outcome was still on its way: it follows the answer. */
  const isUndoWanted = useRef(false);
  const [worked, setWorked] = useState(0);
  const [round, setRound] = useState(0);
  const keyOf = useAttemptKeys();

  const { data: first, error, refetch } = useQuery<Next>({
    queryKey: [address, 'first', queue, round],
    queryFn: ({ signal }) => ask(queue, {}, signal),
    gcTime: 0,
    enabled: at === undefined,
  });
  if (at === undefined && first) setAt(first.next);

  const { data: ahead } = useQuery<Next>({
    queryKey: [address, 'ahead', queue, at?.cursor],
    queryFn: ({ signal }) => automatically(() => ask(queue, { cursor: at!.cursor }, signal)),
    gcTime: 0,
    enabled: !!at,
  });
  const upcoming = ahead?.next ?? undefined;
  useEffect(() => {
    if (!upcoming) return;
    automatically(() => void client.prefetchQuery({ queryKey: profileKey(addressOfLead(upcoming)), gcTime: 60_000 }));
  }, [client, upcoming]);

  const move = ({ next, missed }: Next, ahead?: QueuedLead) => {
    if (missed && ahead) {
      toast.info('One lead was skipped', `${ahead.name} was reassigned or worked by somebody else meanwhile.`);
    }
    setAt(next);
  };
  useEffect(() => {
    // In braces: newer browsers answer a promise, which React would take for the effect's end.
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [at?.id]);

  const skip = useMutation({
    mutationFn: () => ask(queue, { cursor: at!.cursor, expected: upcoming?.id }),
    onSuccess: (answer) => move(answer, upcoming),
    onError: (failure) => toast.error('The next lead could not be read', reasonOf(failure)),
  });

  const record = useMutation({
    mutationFn: ({ lead, ahead, outcome: { label: _label, ...outcome } }: Recording) => {
      const path = callPath(addressOfLead(lead), 'lead-outcome');
      const body = { ...outcome, type: 'call', queue: { ...queue, cursor: lead.cursor }, expected: ahead?.id };
      return request<Recorded>('POST', path, body, { headers: { 'Idempotency-Key': keyOf(path, outcome) } });
    },
    // The next lead is there already: it is shown at once, and the answer says whether it still is the next.
    onMutate: ({ ahead }) => ahead && setAt(ahead),
    onSuccess: (answer, { lead, ahead, outcome: { label } }) => {
      setLast({ lead, label });
      setWorked((count) => count + 1);
      announceStatusChanged();
      announceLeadsChanged(client, profilePage);
      move(answer, ahead);
      if (isUndoWanted.current) undo.mutate({ lead, label });
      isUndoWanted.current = false;
    },
    onError: (failure, { lead }) => {
      isUndoWanted.current = false;
      setAt(lead);
      toast.error('The outcome could not be saved', reasonOf(failure));
      if (failure instanceof HttpError) refreshProfile(client, addressOfLead(lead));
    },
  });

  const undo = useMutation({
    mutationFn: ({ lead }: Undoable) => request<unknown>('POST', `${callPath(addressOfLead(lead), 'lead-outcome')}/undo`),
    onSuccess: (_answer, { lead, label }) => {
      setLast(undefined);
      setWorked((count) => count - 1);
      announceStatusChanged();
      announceLeadsChanged(client, profilePage);
      setAt(lead);
      toast.success('Outcome undone', `${label}: ${lead.name}`);
    },
    onError: (failure) => {
      toast.error('The outcome could not be undone', reasonOf(failure));
      if (failure instanceof HttpError) setLast(undefined);
    },
  });

  const startAgain = () => {
    setAt(undefined);
    setRound(round + 1);
  };
  const isBusy = skip.isPending || record.isPending || undo.isPending;
  const choose = (outcome: WorkedOutcome, onSaved: () => void) =>
    at && record.mutate({ lead: at, ahead: upcoming, outcome }, { onSuccess: onSaved });
  const undoLast = () => {
    if (record.isPending) isUndoWanted.current = true;
    else if (last && !isBusy) undo.mutate(last);
  };
  return { at, error, retry: () => void refetch(), last, worked, isBusy, skip, choose, undoLast, startAgain };
}

/** The same outcome sent again, after an answer that got lost, is still one outcome (decisions, section 9). */
function useAttemptKeys() {
  const last = useRef({ text: '', key: '' });
  return (path: string, outcome: object): string => {
    const text = path + JSON.stringify(outcome);
    // Not randomUUID: browsers have it on https and on loopback only.
    if (last.current.text !== text) last.current = { text, key: crypto.getRandomValues(new Uint32Array(4)).join('-') };
    return last.current.key;
  };
}
