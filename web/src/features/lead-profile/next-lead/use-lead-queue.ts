import type { getNextLead, OutputOf, QueuedLead, recordOutcome, UserBusiness } from '@lead-finder/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { automatically, HttpError, request } from '../../../lib/http';
import { callPath, type LeadAddress } from '../../../lib/lead-address';
import { announceLeadsChanged, announceStatusChanged } from '../../../lib/lead-changes';
import { addressOf } from '../../../lib/query-client';
import { useToast } from '../../../ui/toasts';
import { profileKey, profilePage, refreshProfile } from '../api';
import { reasonOf } from '../calls.rules';

export type { QueuedLead };
type Next = OutputOf<typeof getNextLead>;
type Recorded = OutputOf<typeof recordOutcome>;

/** Filters and `from`, as in the page's address; repeated fields are arrays. */
export type QueueFields = Record<string, string | string[]>;

export interface WorkedOutcome {
  label: string;
  notes: string;
  status: UserBusiness['status'];
  followUpOn: string | null;
}

interface Step {
  lead: QueuedLead;
  /** The lead that is shown until the response arrives. */
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
 * Steps through a queue. It reads the next two leads ahead, so that the next one shows at once. Each step asks the
 * server whether that lead still belongs to the queue. The queue starts after `after`, the cursor of a lead, or at its
 * first lead.
 */
export function useLeadQueue(queue: QueueFields, after: string | undefined) {
  const client = useQueryClient();
  const toast = useToast();
  /** Undefined until the first response, null at the end of the queue. */
  const [at, setAt] = useState<QueuedLead | null>();
  const [last, setLast] = useState<Undoable>();
  const latest = useLastOutcome();
  const [worked, setWorked] = useState(0);
  const [restarts, setRestarts] = useState(0);
  /**
   * Retains the cached profile of the lead just left, because a failure or an undo shows it again, possibly without a
   * network.
   */
  const [left, setLeft] = useState<QueuedLead>();
  useCachedProfile(left);
  const attempt = useAttempt();

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
    // Retains the shown lead if the response names the same one, so that it does not render again.
    setAt((shown) => (shown && next && shown.id === next.id ? shown : next));
  };
  /** Shows the next lead before the response, which confirms or corrects it. */
  const show = (ahead: QueuedLead | undefined) => {
    if (!at || !ahead) return;
    setLeft(at);
    setAt(ahead);
  };
  useEffect(() => {
    // The braces drop the return value: newer browsers return a promise, which React would take for a cleanup.
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, [at?.id]);

  const pass = useMutation({
    mutationFn: ({ lead, ahead }: Step) => requestNextLead(queue, { cursor: lead.cursor, expected: ahead?.id }),
    onSuccess: (answer, { ahead }) => move(answer, ahead),
    onError: (failure, { lead }) => {
      setAt(lead);
      toast.error('The next lead could not be read', reasonOf(failure), failure);
    },
  });

  const record = useMutation({
    mutationFn: ({ lead, ahead, outcome: { label: _label, ...outcome } }: Recording) => {
      const path = callPath(addressOfLead(lead), 'lead-outcome');
      const sent = { ...outcome, type: 'call', queue: { ...queue, cursor: lead.cursor }, expected: ahead?.id };
      const { key, body } = attempt(path + JSON.stringify(outcome), sent);
      return request<Recorded>('POST', path, body, { headers: { 'Idempotency-Key': key } });
    },
    onSuccess: (answer, { lead, ahead, outcome: { label } }) => {
      const isUnwanted = latest.saved({ lead, label });
      setLast({ lead, label });
      setWorked((count) => count + 1);
      announceStatusChanged();
      announceLeadsChanged(client, profilePage);
      if (!isUnwanted) toast.success(label, `Saved for ${lead.name.replace(/\.$/, '')}. Undo takes it back.`);
      move(answer, ahead);
      if (isUnwanted) undo.mutate({ lead, label });
    },
    onError: (failure, { lead }) => {
      latest.notSaved();
      setAt(lead);
      toast.error('The outcome could not be saved', reasonOf(failure), failure);
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
      toast.error('The outcome could not be undone', reasonOf(failure), failure);
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
  /** Passes over a lead that the user may no longer see. A failure does not return to it. */
  const passOver = () => at && pass.mutate({ lead: at });
  const isBusy = pass.isPending || record.isPending || undo.isPending;
  const choose = (outcome: WorkedOutcome, onSaved: () => void) => {
    if (!at) return;
    latest.saving();
    show(upcoming);
    record.mutateAsync({ lead: at, ahead: upcoming, outcome }).then(onSaved, () => undefined);
  };
  const undoLast = () => {
    const undoable = pass.isPending ? undefined : latest.taken();
    if (undoable) undo.mutate(undoable);
  };
  return { at, error, retry: () => void refetch(), last, worked, isBusy, skip, passOver, choose, undoLast, startAgain };
}

/**
 * Holds the last outcome outside of the render, because a key may be pressed between a response and the next render. An
 * undo that is requested while the outcome is being saved runs after the response.
 */
function useLastOutcome() {
  const state = useRef<{ undoable?: Undoable; isSaving: boolean; isUnwanted: boolean }>({
    isSaving: false,
    isUnwanted: false,
  });
  return {
    saving: () => {
      state.current = { ...state.current, isSaving: true };
    },
    /** Returns true if the outcome must be undone at once. */
    saved: (undoable: Undoable): boolean => {
      const { isUnwanted } = state.current;
      state.current = { undoable: isUnwanted ? undefined : undoable, isSaving: false, isUnwanted: false };
      return isUnwanted;
    },
    /** The previous outcome remains the last one. */
    notSaved: () => {
      state.current = { ...state.current, isSaving: false, isUnwanted: false };
    },
    /** Returns the outcome to undo, once. */
    taken: (): Undoable | undefined => {
      const { undoable, isSaving } = state.current;
      state.current = isSaving ? { ...state.current, isUnwanted: true } : { isSaving, isUnwanted: false };
      return isSaving ? undefined : undoable;
    },
  };
}

/** Undefined until it is known, and at the end of the queue. */
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

/**
 * Sends the same key and body again if a response was lost, so that the outcome is saved once
 * (docs/product/errors-and-http.md#idempotency). The lead that follows may have changed meanwhile.
 */
function useAttempt() {
  const last = useRef({ text: '', key: '', body: {} });
  return (text: string, body: object) => {
    // Browsers offer `crypto.randomUUID` only on https and on localhost.
    const newKey = () => crypto.getRandomValues(new Uint32Array(4)).join('-');
    if (last.current.text !== text) last.current = { text, key: newKey(), body };
    return last.current;
  };
}
