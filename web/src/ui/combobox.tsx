import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Form } from 'react-bootstrap';
import { counted } from '../lib/numbers';

export interface Suggestion<T = string> {
  value: T;
  label: string;
  /** A secondary text, such as a username beside a name. */
  hint?: string;
}

interface ComboboxProps<T> {
  id?: string;
  label?: string;
  text: string;
  onText: (text: string) => void;
  /** The options for the text. The caller decides which match and how many to show. */
  suggestions: readonly Suggestion<T>[];
  onChoose: (suggestion: Suggestion<T>) => void;
  placeholder?: string;
  invalid?: boolean;
  describedBy?: string;
  disabled?: boolean;
  name?: string;
}

/**
 * A text field with suggestions, after the ARIA combobox pattern: the focus stays in the field, and arrows move
 * `aria-activedescendant`. Enter takes the active suggestion, or else submits the text and closes the list. Escape
 * closes the list, then empties the field.
 */
export function Combobox<T>(props: ComboboxProps<T>) {
  const { text, onText, suggestions, onChoose } = props;
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [open, setOpen] = useState(false);
  const [marked, setMarked] = useState(-1);
  const shown = open && suggestions.length > 0;
  const current = marked < suggestions.length ? marked : -1;

  const close = () => {
    setOpen(false);
    setMarked(-1);
  };
  const choose = (suggestion: Suggestion<T>) => {
    onChoose(suggestion);
    close();
  };
  const move = (step: number) => {
    setOpen(true);
    const count = suggestions.length;
    const next = current === -1 && step < 0 ? count - 1 : (current + step + count) % count;
    setMarked(next);
    list.current?.children[next]?.scrollIntoView?.({ block: 'nearest' });
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const suggestion = suggestions[current];
    if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && suggestions.length > 0) {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && shown && suggestion) {
      event.preventDefault();
      choose(suggestion);
    } else if (event.key === 'Enter') {
      close();
    } else if (event.key === 'Escape' && (shown || text !== '')) {
      // Otherwise the Escape that closes the list would close the dialog around it.
      event.preventDefault();
      event.stopPropagation();
      if (shown) close();
      else onText('');
    }
  };

  return (
    <div className="position-relative">
      <Form.Control
        id={props.id}
        name={props.name}
        role="combobox"
        aria-label={props.label}
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={listId}
        aria-activedescendant={shown && current >= 0 ? `${listId}-${current}` : undefined}
        aria-describedby={props.describedBy}
        autoComplete="off"
        placeholder={props.placeholder}
        isInvalid={props.invalid}
        aria-invalid={props.invalid}
        disabled={props.disabled}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setOpen(true);
          setMarked(-1);
        }}
        onKeyDown={onKeyDown}
        onBlur={close}
      />
      <ul
        ref={list}
        id={listId}
        role="listbox"
        aria-label="Suggestions"
        className={`dropdown-menu w-100 overflow-auto ${shown ? 'show' : ''}`.trimEnd()}
        style={{ maxHeight: 288 }}
      >
        {shown &&
          suggestions.map((suggestion, index) => (
            <li
              key={`${suggestion.label} ${suggestion.hint ?? ''}`}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === current}
              className={`dropdown-item ${index === current ? 'active' : ''}`.trimEnd()}
              // Otherwise the field would lose the focus, and the list close, before the click arrives.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(suggestion)}
            >
              <span className="cut">{suggestion.label}</span>
              {suggestion.hint && <span className="muted ms-auto">{suggestion.hint}</span>}
            </li>
          ))}
      </ul>
      <span className="visually-hidden" role="status">
        {shown ? counted(suggestions.length, 'suggestion') : ''}
      </span>
    </div>
  );
}
