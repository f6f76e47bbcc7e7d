import { useState } from 'react';
import { Button } from 'react-bootstrap';
import { HttpError } from '../lib/http';
import { ConfirmDialog, FormDialog, InfoDialog } from '../ui/dialogs';
import { FollowUpDialog } from '../ui/follow-up-dialog';
import { KeysDialog } from '../ui/keys-dialog';
import { TextField } from '../ui/text-field';
import { useToast } from '../ui/toasts';
import { UnsavedChanges } from '../ui/unsaved-changes';
import { Example } from './example';

const dialogs = ['confirm', 'info', 'danger', 'pending', 'form', 'follow-up', 'keys', 'unsaved'] as const;

const failure = new HttpError(503, '', 'Service Unavailable', '3f2a91c04be7d815');

/** What lies over the page. It uses the theme of the whole page, so the switch above changes it. */
export function DialogExamples() {
  const toast = useToast();
  const [open, setOpen] = useState<(typeof dialogs)[number]>();
  const close = () => setOpen(undefined);
  const words = 'This action cannot be undone.';
  return (
    <>
      <Example name="Toasts: success, error, info, with a way back">
        <Button variant="outline-secondary" onClick={() => toast.success('Status updated')}>
          Success
        </Button>
        <Button variant="outline-secondary" onClick={() => toast.error('Export failed:', 'The disk is full.', failure)}>
          Error
        </Button>
        <Button variant="outline-secondary" onClick={() => toast.info('List refreshed')}>
          Info
        </Button>
        <Button
          variant="outline-secondary"
          onClick={() =>
            toast.success('3 businesses archived', undefined, () => toast.success('3 businesses restored'))
          }
        >
          With Undo
        </Button>
      </Example>
      <Example name="Dialogs: centered, a sheet on phones">
        {dialogs.map((dialog) => (
          <Button key={dialog} variant="outline-secondary" onClick={() => setOpen(dialog)}>
            {dialog}
          </Button>
        ))}
      </Example>
      <ConfirmDialog
        show={open === 'confirm'}
        title="Archive Business"
        action="Archive Business"
        onClose={close}
        onConfirm={close}
      >
        Are you sure you want to archive this business?
      </ConfirmDialog>
      <ConfirmDialog
        show={open === 'danger'}
        title="Permanently Delete"
        action="Permanently Delete"
        variant="danger"
        onClose={close}
        onConfirm={close}
      >
        {words}
      </ConfirmDialog>
      <InfoDialog show={open === 'info'} title="Sign-in security" closing="Close" onClose={close}>
        {words}
      </InfoDialog>
      {/* A dialog cannot close while its action runs, so this one ends by itself. */}
      <ConfirmDialog
        show={open === 'pending'}
        title="Permanently Delete"
        action="Permanently Delete"
        pendingAction="Deleting..."
        variant="danger"
        pending
        onClose={close}
        onConfirm={close}
        aside={
          <Button variant="link" onClick={close}>
            End it
          </Button>
        }
      >
        {words}
      </ConfirmDialog>
      <FormDialog show={open === 'form'} title="Create New User" action="Create User" onClose={close} onSubmit={close}>
        <TextField label="Username" error="Username must be at least 3 characters" autoFocus />
        <TextField label="Full Name" />
      </FormDialog>
      {open === 'keys' && (
        <KeysDialog rows={[{ keys: ['Ctrl', 'K'], does: 'Find anything' }]} note="On a Mac use Cmd." onClose={close} />
      )}
      {/* Its dialog comes with the next step back or reload. */}
      <UnsavedChanges isUnsaved={open === 'unsaved'} what="The plan" />
      {open === 'follow-up' && (
        <FollowUpDialog
          activityId={0}
          description="Call about the offer"
          pending={false}
          onClose={close}
          onDecide={close}
        />
      )}
    </>
  );
}
