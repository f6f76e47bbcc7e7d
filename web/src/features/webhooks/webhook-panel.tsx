import type { Webhook } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button } from 'react-bootstrap';
import { formatDateTime, formatTime } from '../../lib/dates';
import { messageOf } from '../../lib/http';
import { ConfirmDialog } from '../../ui/dialogs';
import { Notice } from '../../ui/notice';
import { useToast } from '../../ui/toasts';
import { useRemoveWebhook, useRotateSecret, useTestWebhook, useUpdateWebhook } from './api';
import { DeliveryTable } from './delivery-table';
import { EditWebhookDialog } from './edit-webhook-dialog';
import { ReplayDialog } from './replay-dialog';
import { SecretDialog } from './secret-dialog';
import { answerText, failureText, isDelivered } from './webhook-texts.rules';

type Open = 'edit' | 'replay' | 'rotate' | 'remove' | null;

/** What an administrator does with one webhook, and what it sent. */
export function WebhookPanel({ webhook, oldest }: { webhook: Webhook; oldest: string | null }) {
  const { id, url, active } = webhook;
  const toast = useToast();
  const [open, setOpen] = useState<Open>(null);
  const update = useUpdateWebhook(id);
  const test = useTestWebhook(id);
  const rotate = useRotateSecret(id);
  const remove = useRemoveWebhook(id);
  const close = () => setOpen(null);
  const failed = (error: Error) =>
    toast.error('Error', messageOf(error, 'Lead Finder did not answer. Try again.'), error);
  const set = (isActive: boolean, done: string) =>
    update.mutate({ active: isActive }, { onSuccess: () => toast.success(done), onError: failed });
  const problem = failureText(webhook);
  return (
    <section className="lf-hook-body" aria-label={url}>
      {active && problem && (
        <Notice kind="danger" icon="exclamation-circle" role="note">
          {problem} Nothing is lost: you can replay what is stored.
        </Notice>
      )}
      {webhook.oldSecretUntil && (
        <Notice kind="info" icon="key" role="note">
          The old secret signs too until {formatDateTime(webhook.oldSecretUntil)}.
        </Notice>
      )}
      <div className="lf-hook-acts">
        <Button size="sm" disabled={test.isPending} onClick={() => test.mutate(undefined, { onError: failed })}>
          {test.isPending ? 'Sending...' : 'Send test'}
        </Button>
        {active && problem && (
          <Button size="sm" variant="outline-secondary" onClick={() => set(true, 'Trying again')}>
            Try the waiting ones now
          </Button>
        )}
        <Button size="sm" variant="outline-secondary" onClick={() => setOpen('replay')}>
          Replay from…
        </Button>
        <Button size="sm" variant="outline-secondary" onClick={() => setOpen('rotate')}>
          New secret
        </Button>
        <Button size="sm" variant="outline-secondary" onClick={() => setOpen('edit')}>
          Edit
        </Button>
        <Button
          size="sm"
          variant="outline-secondary"
          disabled={update.isPending}
          onClick={() => set(!active, active ? 'Webhook switched off' : 'Webhook switched on')}
        >
          {active ? 'Switch off' : 'Switch on'}
        </Button>
        <Button size="sm" variant="outline-danger" onClick={() => setOpen('remove')}>
          Remove
        </Button>
      </div>
      <p className="small mb-0" role="status">
        {test.data && (
          <span className={`lf-biz text-wrap ${isDelivered(test.data) ? 'ok' : 'gone'}`}>
            Test sent at {formatTime(test.data.sentAt)}: {answerText(test.data)}
          </span>
        )}
      </p>
      <DeliveryTable id={id} />
      {open === 'edit' && <EditWebhookDialog webhook={webhook} onClose={close} />}
      {open === 'replay' && <ReplayDialog webhook={webhook} oldest={oldest} onClose={close} />}
      <ConfirmDialog
        show={open === 'rotate'}
        title="New Secret"
        action="Make a new secret"
        pendingAction="Making..."
        pending={rotate.isPending}
        onClose={close}
        onConfirm={() => rotate.mutate(undefined, { onSuccess: close, onError: failed })}
      >
        Each message is signed with the old and the new secret for 24 hours, so the receiver can change it meanwhile.
      </ConfirmDialog>
      {rotate.data && <SecretDialog isRenewed secret={rotate.data.secret} onClose={rotate.reset} />}
      <ConfirmDialog
        show={open === 'remove'}
        title="Remove Webhook"
        action="Remove"
        pendingAction="Removing..."
        variant="danger"
        pending={remove.isPending}
        onClose={close}
        onConfirm={() =>
          remove.mutate(undefined, { onSuccess: () => toast.success('Webhook removed'), onError: failed })
        }
      >
        {url} gets nothing more, and the log of its deliveries is deleted.
      </ConfirmDialog>
    </section>
  );
}
