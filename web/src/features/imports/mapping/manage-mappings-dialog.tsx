import type { SavedMapping } from '@lead-finder/contracts';
import { type FormEvent, useState } from 'react';
import { Button, Form } from 'react-bootstrap';
import { formatDate } from '../../../lib/dates';
import { InfoDialog } from '../../../ui/dialogs';
import { useToast } from '../../../ui/toasts';
import { useRemoveMapping, useRenameMapping, useSavedMappings } from './api';

/** Renames and deletes saved mappings. */
export function ManageMappingsDialog({ onClose }: { onClose: () => void }) {
  const { data, isPending } = useSavedMappings();
  return (
    <InfoDialog show title="Saved mappings" closing="Close" onClose={onClose}>
      {isPending && <p className="muted">Loading...</p>}
      {data?.length === 0 && (
        <p className="muted mb-0">No mapping is saved yet. “Save mapping” keeps this file&apos;s.</p>
      )}
      <ul className="list-unstyled mb-0 d-grid gap-2">
        {data?.map((mapping) => (
          <MappingRow key={mapping.id} mapping={mapping} />
        ))}
      </ul>
    </InfoDialog>
  );
}

function MappingRow({ mapping }: { mapping: SavedMapping }) {
  const toast = useToast();
  const rename = useRenameMapping();
  const remove = useRemoveMapping();
  const [name, setName] = useState(mapping.name);
  const [isAsking, setAsking] = useState(false);
  const onError = (error: unknown) => toast.failure(error, 'Error', 'Failed to change the mapping');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate(
      { id: mapping.id, name: name.trim() },
      { onSuccess: () => toast.success('Mapping renamed'), onError },
    );
  };
  const isChanged = name.trim() !== '' && name.trim() !== mapping.name;
  return (
    <li className="border-bottom pb-2">
      <Form className="d-flex gap-2 flex-wrap" onSubmit={submit}>
        <Form.Control
          size="sm"
          className="flex-fill w-auto"
          aria-label={`Name of ${mapping.name}`}
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        {isChanged && (
          <Button type="submit" size="sm" disabled={rename.isPending}>
            Rename
          </Button>
        )}
        <Button
          variant={isAsking ? 'danger' : 'outline-secondary'}
          size="sm"
          disabled={remove.isPending}
          onClick={() => (isAsking ? remove.mutate(mapping.id, { onError }) : setAsking(true))}
          onBlur={() => setAsking(false)}
        >
          {isAsking ? `Delete ${mapping.name}` : 'Delete'}
        </Button>
      </Form>
      <p className="muted small mb-0 mt-1 text-break">
        From “{mapping.fileName}” by {mapping.createdBy.username}
        {mapping.usedAt ? `, used ${formatDate(mapping.usedAt)}` : ', not used yet'}
      </p>
    </li>
  );
}
