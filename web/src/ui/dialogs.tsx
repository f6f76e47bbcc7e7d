import { type FormEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { Modal } from './modal';
import { ButtonSpinner } from './spinner';

interface DialogProps {
  show: boolean;
  title: string;
  children: ReactNode;
  /** The verb of the title: 'Permanently Delete', 'Reassign'. */
  action: string;
  /** Replaces the verb while the action runs: 'Saving...'. */
  pendingAction?: string;
  onClose: () => void;
  pending?: boolean;
  disabled?: boolean;
  variant?: 'primary' | 'danger' | 'outline-secondary';
  /** The words of the button that closes, if there is nothing to cancel. */
  closing?: string;
  size?: 'lg';
  /** A click beside it does not close it, because what it holds would be lost. */
  holdsOnlyCopy?: boolean;
  /** The first field, if a menu opens the dialog: the menu takes the focus of `autoFocus` back. */
  firstField?: RefObject<HTMLElement | null>;
  /** At the start of the row of buttons. */
  aside?: ReactNode;
}

interface ConfirmDialogProps extends DialogProps {
  onConfirm: () => void;
}

interface FormDialogProps extends DialogProps {
  /** Called after `preventDefault` of the submit event. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

type FrameProps = Omit<DialogProps, 'action'> & { buttons: ReactNode };

/** Centered, below 768 px a bottom sheet. It cannot close while its action runs. */
function Dialog({ show, title, children, pending, onClose, size, holdsOnlyCopy, firstField, buttons }: FrameProps) {
  const titleId = useId();
  const close = () => {
    if (!pending) onClose();
  };
  return (
    <Modal
      centered
      show={show}
      onHide={close}
      onEntered={() => firstField?.current?.focus()}
      size={size}
      aria-labelledby={titleId}
      backdrop={pending || holdsOnlyCopy ? 'static' : true}
    >
      <div className="lf-grab" />
      <Modal.Header closeButton closeLabel="Close">
        <Modal.Title as="h2" id={titleId}>
          {title}
        </Modal.Title>
      </Modal.Header>
      <Modal.Body>{children}</Modal.Body>
      <Modal.Footer>{buttons}</Modal.Footer>
    </Modal>
  );
}

const Cancel = ({ pending, onClose, closing = 'Cancel' }: Pick<DialogProps, 'pending' | 'onClose' | 'closing'>) => (
  <Button variant="outline-secondary" disabled={pending} onClick={onClose}>
    {closing}
  </Button>
);

type Action = Pick<DialogProps, 'action' | 'pendingAction' | 'pending'>;

const ActionWords = ({ action, pendingAction = action, pending }: Action) => (
  <>
    {pending && <ButtonSpinner />}
    {pending ? pendingAction : action}
  </>
);

export const ConfirmDialog = ({ onConfirm, aside, ...dialog }: ConfirmDialogProps) => (
  <Dialog
    {...dialog}
    buttons={
      <>
        {aside}
        <Cancel {...dialog} />
        <Button variant={dialog.variant} disabled={dialog.pending || dialog.disabled} onClick={onConfirm}>
          <ActionWords {...dialog} />
        </Button>
      </>
    }
  />
);

/** Only shows something. Its content has the actions. */
export const InfoDialog = ({ aside, ...dialog }: Omit<DialogProps, 'action'>) => (
  <Dialog
    {...dialog}
    buttons={
      <>
        {aside}
        <Cancel {...dialog} />
      </>
    }
  />
);

/** Disables the browser's messages: the form's schema has its own. */
export function FormDialog({ onSubmit, children, aside, ...dialog }: FormDialogProps) {
  const formId = useId();
  const [isChanged, setChanged] = useState(false);
  return (
    <Dialog
      {...dialog}
      holdsOnlyCopy={isChanged}
      buttons={
        <>
          {aside}
          <Cancel {...dialog} />
          <Button type="submit" form={formId} variant={dialog.variant} disabled={dialog.pending || dialog.disabled}>
            <ActionWords {...dialog} />
          </Button>
        </>
      }
    >
      <Form
        id={formId}
        noValidate
        onChange={() => setChanged(true)}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(event);
        }}
      >
        {children}
      </Form>
    </Dialog>
  );
}
