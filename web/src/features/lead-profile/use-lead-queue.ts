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

interface Step {
  lead: QueuedLead;
  /** Shown while the answer is on its way. */
  ahead?: QueuedLead;
}

interface Recording extends Step {
  outcome: WorkedOutcome;
}

interface Undoable {
  lead: QueuedLead;
  label: string;
}

const address = '/api/next-lead';
export const addressOfLead = ({ uuid }: QueuedLead): LeadAddress => ({ uuid });

type From = { cursor?: string; expected?: number };
const requestNextLead = (queue: QueueFields, from: From, signal?: AbortSignal) =>
  request<Next>('GET', addressOf([address, { ...queue, ...from }]), undefined, { signal });

/**
 * Somebody's way through a queue. The two leads after the present one are read ahead, so that the next is there however
 * soon its turn comes; whether it still belongs to the queue is asked again with each step. It begins behind `after`, a
 * lead's cursor, or else at the head.
 */
export function useLeadQueue(queue: QueueFields, after: string | undefined) {
  const client = useQueryClient();
  const toast = useToast();
  /** Undefined until the first answer, null at the end. */
  const [at, setAt] = useState<QueuedLead | null>();
  const [last, setLast] = useState<Undoable>();
  const latest = useLatest();
  const [worked, setWorked] = useState(0);
  const [restarts, setRestarts] = useState(0);
  /** Its profile stays at hand: a failure or an undo shows it again, and the network may be what failed. */
  const [left, setLeft] = useState<QueuedLead>();
  useCachedProfile(left);
  const keyOf = useAttemptKeys();

  const {
    data: first,
    error,
    refetch,
  } = useQuery<Next>({
    queryKey: [address, 'first', queue, after, restarts],
    queryFn: ({ signal }) => requestNextLead(queue, { cursor: restarts === 0 ? after : undefined }, signal),
    gcTime: 0,
    enabled: at === undefined,
  });
  if (at === undefined && first) setAt(first.next);

  const upcoming = useLeadAfter(queue, at);
  const second = useLeadAfter(queue, upcoming);
  useReadAhead(upcoming);
  useReadAhead(second);

  const move = ({ next, missed }: Next, ahead?: QueuedLead) => {
    if (missed && ahead) {
      toast.info('One lead was skipped', `${ahead.name} was reassigned or worked by somebody else meanwhile.`);
    }
    // The same lead is not drawn anew.
    setAt((shown) => (shown && next && shown.id === next.id ? shown : next));
  };
  /** The next lead is there already: it is shown with the key, and the answer says whether it still is the next. */
  const show = (ahead: QueuedLead | undefined) => {
    if (!at || !ahead) return;
    setLeft(at);
    setAt(ahead);
  };
  useEffect(() => {
    // In braces: newer browsers answer a promise, which React would take for the effect's end.
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [at?.id]);

  const pass = useMutation({
    mutationFn: ({ lead, ahead }: Step) => requestNextLead(queue, { cursor: lead.cursor, expected: ahead?.id }),
    onSuccess: (answer, { ahead }) => move(answer, ahead),
    onError: (failure, { lead }) => {
      setAt(lead);
      toast.error('The next lead could not be read', reasonOf(failure));
    },
  });

  const record = useMutation({
    mutationFn: ({ lead, ahead, outcome: { label: _label, ...outcome } }: Recording) => {
      const path = callPath(addressOfLead(lead), 'lead-outcome');
      const body = { ...outcome, type: 'call', queue: { ...queue, cursor: lead.cursor }, expected: ahead?.id };
      return request<Recorded>('POST', path, body, { headers: { 'Idempotency-Key': keyOf(path, outcome) } });
    },
    onSuccess: (answer, { lead, ahead, outcome: { label } }) => {
      const isUnwanted = latest.saved({ lead, label });
      setLast({ lead, label });
      setWorked((count) => count + 1);
      announceStatusChanged();
      announceLeadsChanged(client, profilePage);
      if (!isUnwanted) toast.success(label, `Saved for ${lead.name}. Undo takes it back.`);
      move(answer, ahead);
      if (isUnwanted) undo.mutate({ lead, label });
    },
    onError: (failure, { lead }) => {
      latest.notSaved();
      setAt(lead);
      toast.error('The outcome could not be saved', reasonOf(failure));
      if (failure instanceof HttpError) refreshProfile(client, addressOfLead(lead));
    },
  });

  const undo = useMutation({
    mutationFn: ({ lead }: Undoable) =>
      request<unknown>('POST', `${callPath(addressOfLead(lead), 'lead-outcome')}/undo`),
    onSuccess: (_answer, { lead, label }) => {
      setLast(undefined);
      setWorked((count) => count - 1);
      announceStatusChanged();
      announceLeadsChanged(client, profilePage);
      setAt(lead);
      toast.success('Outcome undone', `${label}: ${lead.name}`);
    },
    onError: (failure, undoable) => {
      toast.error('The outcome could not be undone', reasonOf(failure));
      if (failure instanceof HttpError) setLast(undefined);
      else latest.saved(undoable);
    },
  });

  const startAgain = () => {
    setAt(undefined);
    setRestarts(restarts + 1);
  };
  const skip = () => {
    if (!at) return;
    show(upcoming);
    pass.mutate({ lead: at, ahead: upcoming });
  };
  /** Of a lead that may no longer be seen: where that fails, it is not to be gone back to. */
  const passOver = () => at && pass.mutate({ lead: at });
  const isBusy = pass.isPending || record.isPending || undo.isPending;
  const choose = (outcome: WorkedOutcome, onSaved: () => void) => {
    if (!at) return;
    latest.saving();
    show(upcoming);
    record.mutate({ lead: at, ahead: upcoming, outcome }, { onSuccess: onSaved });
  };
  const undoLast = () => {
    const undoable = pass.isPending ? undefined : latest.taken();
    if (undoable) undo.mutate(undoable);
  };
  return { at, error, retry: () => void refetch(), last, worked, isBusy, skip, passOver, choose, undoLast, startAgain };
}

/**
 * The last outcome as it is at this moment: a key may come between an answer and the page that is drawn of it. Undo that
 * is asked for while the outcome is on its way follows the answer.
 */
function useLatest() {
  const state = useRef<{ undoable?: Undoable; isSaving: boolean; isUnwanted: boolean }>({
    isSaving: false,
    isUnwanted: false,
  });
  return {
    saving: () => {
      state.current = { ...state.current, isSaving: true };
    },
    /** Answers whether it is to be undone at once. */
    saved: (undoable: Undoable): boolean => {
      const { isUnwanted } = state.current;
      state.current = { undoable: isUnwanted ? undefined : undoable, isSaving: false, isUnwanted: false };
      return isUnwanted;
    },
    /** The one before it is the last one still. */
    notSaved: () => {
      state.current = { ...state.current, isSaving: false, isUnwanted: false };
    },
    /** What is to be undone now, once. */
    taken: (): Undoable | undefined => {
      const { undoable, isSaving } = state.current;
      state.current = isSaving ? { ...state.current, isUnwanted: true } : { isSaving, isUnwanted: false };
      return isSaving ? undefined : undoable;
    },
  };
}

/** Undefined while it is not known, and at the queue's end. */
function useLeadAfter(queue: QueueFields, lead: QueuedLead | null | undefined): QueuedLead | undefined {
  const { data } = useQuery<Next>({
    queryKey: [address, 'ahead', queue, lead?.cursor],
    queryFn: ({ signal }) => automatically(() => requestNextLead(queue, { cursor: lead!.cursor }, signal)),
    gcTime: 0,
    enabled: !!lead,
  });
  return data?.next ?? undefined;
}

function useReadAhead(lead: QueuedLead | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!lead) return;
    automatically(() => void client.prefetchQuery({ queryKey: profileKey(addressOfLead(lead)), gcTime: 3_600_000 }));
  }, [client, lead]);
}

function useCachedProfile(lead: QueuedLead | undefined): void {
  useQuery({ queryKey: lead ? profileKey(addressOfLead(lead)) : [address, 'none'], enabled: false, gcTime: 0 });
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
