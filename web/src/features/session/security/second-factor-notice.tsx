import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-bootstrap';
import { formatDay } from '../../../lib/dates';
import { Notice } from '../../../ui/notice';
import { currentUserKey } from '../api';
import { SecurityDialog } from './security-dialog';

/** Says from which day the user must have a second factor, until then or until there is one. */
export function SecondFactorNotice({ from }: { from: string }) {
  const client = useQueryClient();
  const [state, setState] = useState<'shown' | 'open' | 'closed'>('shown');
  if (state === 'closed') return null;
  const close = () => {
    setState('shown');
    void client.refetchQueries({ queryKey: currentUserKey });
  };
  return (
    <>
      <Notice
        kind="info"
        icon="shield-lock"
        role="note"
        action={
          <span className="d-flex gap-2">
            <Button size="sm" onClick={() => setState('open')}>
              Set it up
            </Button>
            <Button size="sm" variant="outline-secondary" onClick={() => setState('closed')}>
              Later
            </Button>
          </span>
        }
      >
        From {formatDay(from)} on, your sign-in needs a second factor.
      </Notice>
      {state === 'open' && <SecurityDialog onClose={close} />}
    </>
  );
}
