import { type ReactNode, useId, useState } from 'react';
import { Dropdown, Form } from 'react-bootstrap';
import { formatNumber } from '../../../lib/numbers';
import { Icon } from '../../../ui/icon';
import { SearchField } from '../../../ui/search-field';

interface Option {
  value: string;
  label: ReactNode;
  /** The number of leads with this value, if known. */
  count?: number;
}

interface MultiSelectProps {
  label: string;
  placeholder: string;
  options: readonly Option[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** The text of a chosen value in the field. */
  renderChosen: (value: string, remove: () => void) => ReactNode;
  /** Present if the options are searched: the text and its setter. */
  search?: { text: string; onText: (text: string) => void; label: string };
  onClear?: () => void;
}

/** A field for several values: it shows the chosen ones and opens a menu of checkboxes that stays open. */
export function MultiSelect({ label, options, chosen, onChange, search, onClear, ...props }: MultiSelectProps) {
  const labelId = useId();
  const valueId = useId();
  const [open, setOpen] = useState(false);
  const toggle = (value: string) =>
    onChange(chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value]);
  return (
    <div>
      <div className="d-flex align-items-baseline">
        <span className="form-label" id={labelId}>
          {label}
        </span>
        {onClear && chosen.length > 0 && (
          <button type="button" className="btn btn-link btn-sm lf-clear ms-auto" onClick={onClear}>
            Clear all
          </button>
        )}
      </div>
      <Dropdown show={open} onToggle={setOpen} autoClose="outside">
        <div className={`lf-multi ${open ? 'open' : ''}`.trimEnd()}>
          <Dropdown.Toggle
            as="button"
            type="button"
            bsPrefix="lf-multi-toggle"
            aria-labelledby={`${labelId} ${valueId}`}
          >
            <span className="visually-hidden" id={valueId}>
              {chosen.length > 0 ? `${chosen.length} chosen` : props.placeholder}
            </span>
          </Dropdown.Toggle>
          {chosen.length === 0 && <span className="lf-multi-text">{props.placeholder}</span>}
          {chosen.map((value) => props.renderChosen(value, () => toggle(value)))}
          <Icon name={open ? 'chevron-up' : 'chevron-down'} />
        </div>
        <Dropdown.Menu className="w-100 lf-multi-menu" aria-labelledby={labelId}>
          {search && (
            <div className="px-2 pt-1 pb-2">
              <SearchField value={search.text} onChange={search.onText} label={search.label} delay={200} />
            </div>
          )}
          {options.map((option) => (
            <label className="dropdown-item" key={option.value}>
              <Form.Check.Input checked={chosen.includes(option.value)} onChange={() => toggle(option.value)} />
              <span className="cut">{option.label}</span>
              {option.count !== undefined && <span className="ms-auto muted num">{formatNumber(option.count)}</span>}
            </label>
          ))}
          {options.length === 0 && <div className="px-3 py-1 muted">Nothing found</div>}
        </Dropdown.Menu>
      </Dropdown>
    </div>
  );
}
