import type { Webhook } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button, type ButtonProps } from 'react-bootstrap';
import { formatDateTime, formatTime } from '../../../lib/dates';
import { ConfirmDialog } from '../../../ui/dialogs';
import { Icon } from '../../../ui/icon';
import { Notice } from '../../../ui/notice';
import { useToast } from '../../../ui/toasts';
import { useRemoveWebhook, useRotateSecret, useTestWebhook, useUpdateWebhook } from './api';
import { DeliveryTable } from './delivery-table';
import { EditWebhookDialog } from './edit-webhook-dialog';
import { ReplayDialog } from './replay-dialog';
import { SecretDialog } from './secret-dialog';
import { answerText, isDelivered, problemOf } from './webhook-texts.rules';

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
  const failed = (error: Error) => toast.failure(error);
  const set = (isActive: boolean, done: string) =>
    update.mutate({ active: isActive }, { onSuccess: () => toast.success(done), onError: failed });
  const problem = problemOf(webhook);
  return (
    <section className="lf-hook-body" aria-label={url}>
      {problem && (
        <Notice kind="danger" icon="exclamation-circle" role="note">
          <b>{problem.fact}</b> {problem.text}
        </Notice>
      )}
      {webhook.oldSecretUntil && (
        <Notice kind="info" icon="key" role="note">
          The old secret signs too until {formatDateTime(webhook.oldSecretUntil)}.
        </Notice>
      )}
      <div className="lf-hook-acts">
        {!active && (
          <Act
            icon="play-circle"
            variant="primary"
            disabled={update.isPending}
            onClick={() => set(true, 'Webhook switched on')}
          >
            Switch on
          </Act>
        )}
        <Act
          icon="send"
          variant={active ? 'primary' : 'outline-secondary'}
          disabled={test.isPending}
          onClick={() => test.mutate(undefined, { onError: failed })}
        >
          {test.isPending ? 'Sending...' : 'Send test'}
        </Act>
        {active && problem && (
          <Act icon="arrow-repeat" disabled={update.isPending} onClick={() => set(true, 'Trying again')}>
            Try the waiting ones now
          </Act>
        )}
        <Act icon="clock-history" onClick={() => setOpen('replay')}>
          Replay from…
        </Act>
        <Act icon="key" onClick={() => setOpen('rotate')}>
          New secret
        </Act>
        <Act icon="pencil" onClick={() => setOpen('edit')}>
          Edit
        </Act>
        <span className="end">
          {active && (
            <Act
              icon="pause-circle"
              variant="ghost"
              disabled={update.isPending}
              onClick={() => set(false, 'Webhook switched off')}
            >
              Switch off
            </Act>
          )}
          <Act icon="trash3" variant="ghost" onClick={() => setOpen('remove')}>
            Remove
          </Act>
        </span>
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
        title="New secret"
        action="Make a new secret"
        pendingAction="Making..."
        pending={rotate.isPending}
        onClose={close}
        onConfirm={() => rotate.mutate(undefined, { onSuccess: close, onError: failed })}
      >
        Each message is signed with the old and the new secret for 24 hours, so the receiver can change it meanwhile.
        {webhook.oldSecretUntil && ' The secret before the present one, which signs too, stops at once.'}
      </ConfirmDialog>
      {rotate.data && <SecretDialog isRenewed secret={rotate.data.secret} onClose={rotate.reset} />}
      <ConfirmDialog
        show={open === 'remove'}
        title="Remove webhook"
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

interface ActProps extends ButtonProps {
  icon: string;
}

const Act = ({ icon, children, ...button }: ActProps) => (
  <Button size="sm" variant="outline-secondary" {...button}>
    <Icon name={icon} />
    {children}
  </Button>
);
