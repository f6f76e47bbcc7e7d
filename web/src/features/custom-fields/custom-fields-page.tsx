import { type CustomFieldDefinition, maxCustomFields, type RemovedCustomField } from '@lead-finder/contracts';
import { useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import { groupsOf, useCustomFieldsQuery } from '../../lib/custom-fields';
import { formatDate } from '../../lib/dates';
import { paths } from '../../lib/paths';
import { Icon } from '../../ui/icon';
import { PageHeader } from '../../ui/page-header';
import { CardSkeleton } from '../../ui/skeleton';
import { ErrorBlock, StateBlock } from '../../ui/state-block';
import { useToast } from '../../ui/toasts';
import { useChangeField, useOrderFields, useRestoreField } from './api';
import { FieldDialog } from './field-dialog';
import { FieldList } from './field-list';
import { RemoveFieldDialog } from './remove-field-dialog';
import './custom-fields.css';

type Open = { kind: 'add' } | { kind: 'edit' | 'remove'; field: CustomFieldDefinition } | null;

/** The fields that an organisation adds to its leads, for administrators (docs/product/custom-fields.md). */
export function CustomFieldsPage() {
  const toast = useToast();
  const { data, error, refetch } = useCustomFieldsQuery();
  const [open, setOpen] = useState<Open>(null);
  const change = useChangeField();
  const order = useOrderFields();
  const failed = (failure: Error) => toast.failure(failure);
  const fields = data?.fields ?? [];
  const add = (
    <Button
      className="words"
      disabled={!data || fields.length >= maxCustomFields}
      onClick={() => setOpen({ kind: 'add' })}
    >
      <Icon name="plus-lg" />
      Add Field
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Custom Fields"
        subtitle="Further facts about leads: on their profile, in lists, filters and files."
        back={{ to: paths.home, label: 'Back to Dashboard' }}
        actions={add}
      />
      {!data && error && (
        <ErrorBlock title="The custom fields could not be loaded" error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Card>
          <CardSkeleton lines={4} />
        </Card>
      )}
      {data && fields.length === 0 && (
        <StateBlock icon="input-cursor-text" title="No custom fields yet" action={add}>
          Add what your team needs to know about each lead, such as a renewal date.
        </StateBlock>
      )}
      {fields.length > 0 && (
        <FieldList
          groups={groupsOf(fields)}
          onOrder={(keys) => order.mutate(keys, { onError: failed })}
          onEdit={(field) => setOpen({ kind: 'edit', field })}
          onRemove={(field) => setOpen({ kind: 'remove', field })}
          onArchive={({ key, name }, archived) =>
            change.mutate(
              { key, archived },
              { onSuccess: () => toast.success(`${name} ${archived ? 'archived' : 'restored'}`), onError: failed },
            )
          }
        />
      )}
      {data && data.removed.length > 0 && <RemovedFields removed={data.removed} onFailed={failed} />}
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <FieldDialog
          field={open.kind === 'edit' ? open.field : undefined}
          fields={fields}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.kind === 'remove' && <RemoveFieldDialog field={open.field} onClose={() => setOpen(null)} />}
    </>
  );
}

function RemovedFields({
  removed,
  onFailed,
}: {
  removed: readonly RemovedCustomField[];
  onFailed: (error: Error) => void;
}) {
  const toast = useToast();
  const restore = useRestoreField();
  return (
    <Card as="section" className="mt-3" aria-label="Removed fields">
      <Card.Header as="h2" className="h3">
        Removed
      </Card.Header>
      <ul className="lf-fields">
        {removed.map(({ key, name, until }) => (
          <li key={key}>
            <div className="what">
              <b className="text-break">{name}</b>
              <span className="muted">Its values are deleted on {formatDate(until)}</span>
            </div>
            <Button
              variant="outline-secondary"
              size="sm"
              disabled={restore.isPending}
              aria-label={`Restore ${name}`}
              onClick={() =>
                restore.mutate(key, { onSuccess: () => toast.success(`${name} restored`), onError: onFailed })
              }
            >
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
