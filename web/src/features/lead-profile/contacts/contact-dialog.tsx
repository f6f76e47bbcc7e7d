import { leadContact, type LeadContact } from '@lead-finder/contracts';
import { useState } from 'react';
import { FormDialog } from '../../../ui/dialogs';
import { TextField } from '../../../ui/text-field';

interface ContactDialogProps {
  contact: LeadContact;
  isNew: boolean;
  pending: boolean;
  onClose: () => void;
  onSave: (contact: LeadContact) => void;
}

const fields = [
  { name: 'name', label: 'Name', maxLength: 200 },
  { name: 'role', label: 'Role', maxLength: 100 },
  { name: 'phone', label: 'Phone', type: 'tel', maxLength: 200 },
  { name: 'email', label: 'Email', type: 'email', maxLength: 254 },
  { name: 'note', label: 'Note', maxLength: 500 },
] as const;

/** Checks what the server checks. */
export function ContactDialog({ contact, isNew, pending, onClose, onSave }: ContactDialogProps) {
  const [values, setValues] = useState(contact);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const title = isNew ? 'Add Contact' : 'Edit Contact';
  return (
    <FormDialog
      show
      title={title}
      action={isNew ? title : 'Save'}
      pending={pending}
      onClose={onClose}
      onSubmit={() => {
        const checked = leadContact.safeParse(values);
        setProblems(
          Object.fromEntries(checked.error?.issues.map(({ path, message }) => [String(path[0]), message]) ?? []),
        );
        if (checked.success) onSave(checked.data);
      }}
    >
      {fields.map(({ name, ...field }) => (
        <TextField
          key={name}
          {...field}
          value={values[name]}
          error={problems[name]}
          disabled={pending}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
        />
      ))}
    </FormDialog>
  );
}
