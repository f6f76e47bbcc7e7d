import { useId } from 'react';
import { Button } from 'react-bootstrap';
import { counted, formatNumber } from '../../../lib/numbers';
import { Icon } from '../../../ui/icon';
import { Modal } from '../../../ui/modal';
import type { LeadPage } from '../api';
import { FilterFields, type FilterProps, ListToggles } from './filter-fields';
import type { FilterChip, ListState } from '../list-state.rules';

interface PanelProps extends FilterProps {
  found?: LeadPage;
  onReset: () => void;
}

const resultsOf = (found?: LeadPage): string => {
  if (!found) return '';
  return found.isExact ? counted(found.total, 'result') : `${formatNumber(found.total)}+ results`;
};

export const FilterPanel = ({ found, onReset, ...filters }: PanelProps) => (
  <section className="lf-filters" aria-label="Filters">
    <div className="grid">
      <FilterFields {...filters} />
    </div>
    <div className="d-flex mt-3 align-items-center">
      <span className="muted num">{resultsOf(found)}</span>
      <Button variant="outline-secondary" size="sm" className="ms-auto" onClick={onReset}>
        <Icon name="arrow-counterclockwise" />
        Reset Filters
      </Button>
    </div>
  </section>
);

/** The filters as a sheet on phones, with the three checkboxes of the toolbar. */
export function FilterSheet({ found, onReset, onClose, ...filters }: PanelProps & { onClose: () => void }) {
  const titleId = useId();
  return (
    <Modal centered show scrollable onHide={onClose} aria-labelledby={titleId}>
      <div className="lf-grab" />
      <Modal.Header closeButton closeLabel="Close">
        <Modal.Title as="h2" id={titleId}>
          Filters
        </Modal.Title>
      </Modal.Header>
      <Modal.Body>
        <div className="d-grid gap-3 lf-sheet-fields">
          <FilterFields {...filters} />
          <div className="d-grid gap-2 pt-1">
            <ListToggles {...filters} />
          </div>
        </div>
      </Modal.Body>
      <Modal.Footer>
        <Button variant="outline-secondary" onClick={onReset}>
          Reset Filters
        </Button>
        <Button onClick={onClose}>Show {resultsOf(found) || 'results'}</Button>
      </Modal.Footer>
    </Modal>
  );
}

interface FilterChipsProps {
  chips: readonly FilterChip[];
  onChange: (change: Partial<ListState>) => void;
  /** Omitted while the open panel has the same button. */
  onReset?: () => void;
}

interface ChipProps {
  label: string;
  text: string;
  /** The label of its button. */
  removal?: string;
  onRemove: () => void;
}

export const Chip = ({
  label,
  text,
  removal = ['Remove filter', label, text].filter(Boolean).join(' '),
  onRemove,
}: ChipProps) => (
  <span className="lf-chip">
    <span className="k">{label}</span>
    <span className="cut" title={text}>
      {text}
    </span>
    <button type="button" className="x" aria-label={removal} onClick={onRemove}>
      <Icon name="x" />
    </button>
  </span>
);

export const FilterChips = ({ chips, onChange, onReset }: FilterChipsProps) => (
  <div className="lf-chips" role="group" aria-label="Filters in use">
    {chips.map(({ label, text, without }) => (
      <Chip key={`${label} ${text}`} label={label} text={text} onRemove={() => onChange(without)} />
    ))}
    {onReset && (
      <Button variant="link" size="sm" className="px-2" onClick={onReset}>
        Clear filters
      </Button>
    )}
  </div>
);
