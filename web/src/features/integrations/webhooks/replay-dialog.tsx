import type { Webhook } from '@lead-finder/contracts';
import { useState } from 'react';
import { formatDateTime } from '../../../lib/dates';
import { FormDialog } from '../../../ui/dialogs';
import { TextField } from '../../../ui/text-field';
import { useToast } from '../../../ui/toasts';
import { useReplayWebhook } from './api';

interface ReplayDialogProps {
  webhook: Webhook;
  /** The moment of the oldest change that is stored. */
  oldest: string | null;
  onClose: () => void;
}

export function ReplayDialog({ webhook, oldest, onClose }: ReplayDialogProps) {
  const toast = useToast();
  const replay = useReplayWebhook(webhook.id);
  const [from, setFrom] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    // The field is in the time of the browser.
    const at = new Date(from);
    if (!(at.getTime() <= Date.now())) return setProblem('Please choose a date and time in the past');
    replay.mutate(at.toISOString(), {
      onSuccess: () => {
        toast.success('Replay started');
        onClose();
      },
      onError: (error) => toast.failure(error),
    });
  };
  return (
    <FormDialog
      show
      title="Replay changes"
      action="Replay"
      pendingAction="Starting..."
      pending={replay.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <p className="mb-3">
        Sends all changes since then again, in order and with the same ids.
        {oldest && ` The oldest that is stored is of ${formatDateTime(oldest)}.`}
      </p>
      <TextField
        label="From"
        type="datetime-local"
        value={from}
        onChange={({ target }) => {
          setFrom(target.value);
          setProblem(undefined);
        }}
        {...(problem !== undefined && { error: problem })}
      />
    </FormDialog>
  );
}
