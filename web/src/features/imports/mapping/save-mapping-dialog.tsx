import type { ImportSettings } from '@lead-finder/contracts';
import { useState } from 'react';
import { messageOf } from '../../../lib/http';
import { FormDialog } from '../../../ui/dialogs';
import { TextField } from '../../../ui/text-field';
import { useToast } from '../../../ui/toasts';
import { useSaveMapping } from './api';

interface SaveMappingDialogProps {
  fileName: string;
  headers: readonly string[];
  settings: ImportSettings;
  onClose: () => void;
}

/** Names the settings, so that a later import can use them, also one by the API. */
export function SaveMappingDialog({ onClose, ...mapping }: SaveMappingDialogProps) {
  const toast = useToast();
  const save = useSaveMapping();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    if (!name.trim()) return setProblem('Please enter a name');
    save.mutate(
      { ...mapping, name: name.trim() },
      {
        onSuccess: () => {
          toast.success('Mapping saved', `The next file with these columns can use “${name.trim()}”.`);
          onClose();
        },
        onError: (error) => setProblem(messageOf(error, 'Failed to save the mapping')),
      },
    );
  };
  return (
    <FormDialog
      show
      title="Save mapping"
      action="Save"
      pendingAction="Saving..."
      pending={save.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={80}
        error={problem}
        autoComplete="off"
        autoFocus
        onChange={(event) => {
          setName(event.target.value);
          setProblem(undefined);
        }}
      />
      <p className="muted small mb-0">
        It keeps where each column goes, who gets rows without a user, the tag and what happens to leads that exist. A
        job can name it as “mappingName” with its file.
      </p>
    </FormDialog>
  );
}
