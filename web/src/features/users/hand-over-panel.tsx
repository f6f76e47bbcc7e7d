import { useEffect, useId, useRef, useState } from 'react';
import { Button, Form, ProgressBar } from 'react-bootstrap';
import { counted, formatNumber } from '../../lib/numbers';
import { Notice } from '../../ui/notice';
import { UserSelect } from '../../ui/user-select';
import { useToast } from '../../ui/toasts';
import { failureText, type User, useLeadsMoved, usePeople } from './api';
import { type HandedOver, handOver } from './hand-over';

type State =
  { status: 'idle' } | { status: 'moving'; soFar: HandedOver } | { status: 'done'; result: HandedOver; to: string };

interface HandOverPanelProps {
  user: User;
  leads: number;
  /** True while leads move, during which the user cannot be deleted. */
  onMoving: (moving: boolean) => void;
}

/** Offers to move a user's leads to another user before the deletion (docs/product/accounts.md#delete-a-user). */
export function HandOverPanel({ user, leads, onMoving }: HandOverPanelProps) {
  const selectId = useId();
  const toast = useToast();
  const people = usePeople();
  const leadsMoved = useLeadsMoved(user.id);
  const stop = useRef(new AbortController());
  const [to, setTo] = useState<number | null>(null);
  const [state, setState] = useState<State>({ status: 'idle' });

  // Closing the dialog stops the move; moved leads stay moved.
  useEffect(() => () => stop.current.abort(), []);

  const others = (people.data ?? []).filter(({ id }) => id !== user.id);
  const receiver = others.find(({ id }) => id === to);

  const move = async (newUserId: number, name: string) => {
    stop.current = new AbortController();
    setState({ status: 'moving', soFar: { moved: 0, left: 0 } });
    onMoving(true);
    try {
      const onProgress = (soFar: HandedOver) => setState({ status: 'moving', soFar });
      const result = await handOver({ from: user.id, to: newUserId, onProgress, signal: stop.current.signal });
      setState({ status: 'done', result, to: name });
    } catch (error) {
      toast.error('Error', failureText(error, 'Failed to reassign leads'), error);
      setState({ status: 'idle' });
    } finally {
      onMoving(false);
      leadsMoved();
    }
  };

  if (state.status === 'moving') {
    const done = state.soFar.moved + state.soFar.left;
    return (
      <div>
        <div className="d-flex align-items-baseline mb-2">
          Reassigning leads...
          <span className="ms-auto num muted">
            {formatNumber(done)} of {formatNumber(Math.max(leads, done))}
          </span>
        </div>
        <div className="progress">
          <ProgressBar isChild now={done} max={Math.max(leads, done, 1)} aria-label="Leads reassigned" />
        </div>
        <Button variant="link" size="sm" className="px-0 mt-1" onClick={() => stop.current.abort()}>
          Stop
        </Button>
      </div>
    );
  }
  return (
    <>
      {state.status === 'done' && <MovedAlert {...state.result} to={state.to} />}
      {leads > 0 && (
        <div>
          <Form.Label htmlFor={selectId}>Reassign the leads first</Form.Label>
          <div className="d-flex gap-2">
            <div className="flex-grow-1">
              <UserSelect id={selectId} people={others} value={to} onChange={setTo} placeholder="Select a user" />
            </div>
            <Button
              className="flex-shrink-0"
              variant="outline-secondary"
              disabled={!receiver}
              onClick={() => receiver && void move(receiver.id, receiver.fullName)}
            >
              Reassign
            </Button>
          </div>
        </div>
      )}
    </>
  );
}

const MovedAlert = ({ moved, left, to }: HandedOver & { to: string }) => (
  <Notice kind={left > 0 ? 'warning' : 'success'}>
    {counted(moved, 'lead')} reassigned to {to}.
    {left > 0 && ` ${counted(left, 'lead')} stayed, because ${to} cannot take them or has them already.`}
  </Notice>
);
