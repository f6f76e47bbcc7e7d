import { type CustomFieldDefinition, customFieldTypeLabels } from '@lead-finder/contracts';
import { type DragEvent, useState } from 'react';
import { Button, Card } from 'react-bootstrap';
import type { FieldGroup } from '../../lib/custom-fields';
import { ToneBadge } from '../../ui/badges';
import { Icon } from '../../ui/icon';
import { orderAfterFieldMove, orderAfterGroupMove } from './field-order.rules';

interface FieldListProps {
  groups: readonly FieldGroup[];
  onOrder: (keys: string[]) => void;
  onEdit: (field: CustomFieldDefinition) => void;
  onRemove: (field: CustomFieldDefinition) => void;
  onArchive: (field: CustomFieldDefinition, archived: boolean) => void;
}

/** The fields by group. Rows and groups move by their buttons, rows also by dragging within their group. */
export function FieldList({ groups, onOrder, ...actions }: FieldListProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  const order = (keys: string[] | undefined) => {
    if (keys) onOrder(keys);
  };
  return groups.map(({ name, fields }, at) => {
    const title = name ?? (groups.length > 1 ? 'Without a group' : 'Fields');
    return (
      <Card as="section" key={name ?? ''} className={at > 0 ? 'mt-3' : undefined} aria-label={title}>
        <Card.Header>
          <h2 className="h3 text-break me-auto">{title}</h2>
          {groups.length > 1 && (
            <Moves
              what={`group ${title}`}
              isFirst={at === 0}
              isLast={at === groups.length - 1}
              onMove={(by) => order(orderAfterGroupMove(groups, at, at + by))}
            />
          )}
        </Card.Header>
        <ul className="lf-fields">
          {fields.map((field, place) => (
            <li
              key={field.key}
              draggable={fields.length > 1}
              className={dragged === field.key ? 'dragged' : undefined}
              onDragStart={({ dataTransfer }) => {
                dataTransfer.effectAllowed = 'move';
                dataTransfer.setData('text/plain', field.name);
                setDragged(field.key);
              }}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event: DragEvent) => {
                if (dragged && fields.some(({ key }) => key === dragged)) event.preventDefault();
              }}
              onDrop={(event: DragEvent) => {
                event.preventDefault();
                if (dragged) order(orderAfterFieldMove(groups, dragged, place));
                setDragged(null);
              }}
            >
              <FieldRow field={field} {...actions}>
                <Moves
                  what={field.name}
                  isFirst={place === 0}
                  isLast={place === fields.length - 1}
                  onMove={(by) => order(orderAfterFieldMove(groups, field.key, place + by))}
                />
              </FieldRow>
            </li>
          ))}
        </ul>
      </Card>
    );
  });
}

type RowProps = Omit<FieldListProps, 'groups' | 'onOrder'> & {
  field: CustomFieldDefinition;
  children: React.ReactNode;
};

function FieldRow({ field, onEdit, onRemove, onArchive, children }: RowProps) {
  const { key, name, type, options, currency, required, filter, archived } = field;
  const details = [customFieldTypeLabels[type], currency, options.join(', ')].filter(Boolean).join(' · ');
  return (
    <>
      <div className="what">
        <span className="d-flex flex-wrap align-items-center gap-2">
          <b className="text-break">{name}</b>
          {required && <ToneBadge tone="accent">Required</ToneBadge>}
          {filter && <ToneBadge tone="good">Filter</ToneBadge>}
          {archived && <ToneBadge tone="warn">Archived</ToneBadge>}
        </span>
        <span className="muted text-truncate" title={details}>
          {details}
        </span>
        <code className="muted">{key}</code>
      </div>
      <div className="acts">
        {children}
        <RowButton label={`Edit ${name}`} title="Edit" icon="pencil" onClick={() => onEdit(field)} />
        <RowButton
          label={`${archived ? 'Restore' : 'Archive'} ${name}`}
          title={archived ? 'Restore from archive' : 'Archive'}
          icon={archived ? 'arrow-counterclockwise' : 'archive'}
          onClick={() => onArchive(field, !archived)}
        />
        <RowButton label={`Remove ${name}`} title="Remove" icon="trash3" onClick={() => onRemove(field)} />
      </div>
    </>
  );
}

interface MovesProps {
  what: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: 1 | -1) => void;
}

const Moves = ({ what, isFirst, isLast, onMove }: MovesProps) => (
  <>
    <RowButton
      label={`Move ${what} up`}
      title="Move up"
      icon="arrow-up"
      disabled={isFirst}
      onClick={() => onMove(-1)}
    />
    <RowButton
      label={`Move ${what} down`}
      title="Move down"
      icon="arrow-down"
      disabled={isLast}
      onClick={() => onMove(1)}
    />
  </>
);

interface RowButtonProps {
  label: string;
  title: string;
  icon: string;
  disabled?: boolean;
  onClick: () => void;
}

const RowButton = ({ label, title, icon, disabled, onClick }: RowButtonProps) => (
  <Button
    variant="ghost"
    size="sm"
    className="btn-icon"
    aria-label={label}
    title={title}
    // A disabled button would lose the focus while a row moves by keyboard.
    aria-disabled={disabled}
    onClick={disabled ? undefined : onClick}
  >
    <Icon name={icon} />
  </Button>
);
