import { useId, useState } from 'react';
import { Form } from 'react-bootstrap';
import { ConfirmDialog, FormDialog } from '../../../ui/dialogs';

export type TagChange = 'rename' | 'merge' | 'delete';

interface TagChangeDialogProps {
  kind: TagChange;
  tag: string;
  /** The leads that have the tag: '12 businesses'. */
  affected: string;
  others: readonly string[];
  pending: boolean;
  onClose: () => void;
  /** Null deletes the tag. */
  onChange: (newTag: string | null) => void;
}

export function TagChangeDialog({ kind, tag, affected, others, onChange, ...dialog }: TagChangeDialogProps) {
  const id = useId();
  const [newTag, setNewTag] = useState(kind === 'rename' ? tag : '');
  const [isMissing, setIsMissing] = useState(false);
  if (kind === 'delete')
    return (
      <ConfirmDialog
        show
        title="Delete Tag"
        action="Delete"
        pendingAction="Deleting..."
        variant="danger"
        onConfirm={() => onChange(null)}
        {...dialog}
      >
        <p>
          Remove the tag <b className="text-break">{tag}</b> from {affected}? The leads stay. Bulk jobs offers an undo.
        </p>
      </ConfirmDialog>
    );
  const [title, action, label] =
    kind === 'rename' ? ['Rename Tag', 'Rename', 'New name'] : ['Merge Tag', 'Merge', 'Merge into'];
  const missing = isMissing && newTag.trim() === '';
  const field = {
    id,
    value: newTag,
    disabled: dialog.pending,
    isInvalid: missing,
    'aria-describedby': missing ? `${id}-error` : undefined,
    onChange: (event: { target: { value: string } }) => setNewTag(event.target.value),
  };
  return (
    <FormDialog
      show
      title={title!}
      action={action!}
      onSubmit={() => {
        setIsMissing(true);
        if (newTag.trim() !== '') onChange(newTag.trim());
      }}
      {...dialog}
    >
      <p className="soft mb-2">
        {affected} with the tag <b className="text-break">{tag}</b> get{' '}
        {kind === 'rename' ? 'the new name' : 'the other one'} in its place.
      </p>
      <Form.Label htmlFor={id}>{label}</Form.Label>
      {kind === 'rename' ? (
        <Form.Control maxLength={50} {...field} />
      ) : (
        <Form.Select {...field}>
          <option value="">Select a tag</option>
          {others
            .filter((each) => each !== 'Imported')
            .map((each) => (
              <option key={each}>{each}</option>
            ))}
        </Form.Select>
      )}
      {missing && (
        <div className="invalid-feedback d-block" id={`${id}-error`} role="alert">
          Please enter a tag
        </div>
      )}
    </FormDialog>
  );
}
