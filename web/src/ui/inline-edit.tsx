import {
  type ChangeEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Button, Form } from 'react-bootstrap';
import { Icon } from './icon';
import { ButtonSpinner } from './spinner';

interface InlineEditProps {
  /** 'email', 'contact person': the buttons are named 'Edit email' or 'Add email'. */
  name: string;
  value: string;
  type?: 'tel' | 'url' | 'email' | 'text' | 'date';
  inputMode?: 'decimal';
  /** Several lines. Ctrl+Enter saves. */
  lines?: boolean;
  /** Chooses one of these texts, or with `several` any of them, which '; ' joins. */
  choices?: readonly string[];
  several?: boolean;
  /** How to show the value outside of an edit, usually as a link. */
  children: ReactNode;
  /** Rejects if the value could not be saved. The typed text then stays in the field. */
  onSave: (value: string) => Promise<unknown>;
  /** The message for an invalid value, or undefined. */
  check?: (value: string) => string | undefined | Promise<string | undefined>;
  /** Stores the typed text, so that it survives the page and the session. */
  draft?: InlineDraft;
}

export interface InlineDraft {
  read(): string | null;
  write(text: string): void;
  clear(): void;
}

type Editing = { phase: 'shown' } | { phase: 'typing' | 'saving'; text: string; error?: string };

/** One value with inline edit. Save, Enter and leaving the field save; Cancel and Escape do not. */
export function InlineEdit({ name, value, type = 'text', children, onSave, check, draft, ...more }: InlineEditProps) {
  const { inputMode, lines, choices, several } = more;
  const [editing, setEditing] = useState<Editing>(() => {
    const text = draft?.read();
    return typeof text === 'string' ? { phase: 'typing', text } : { phase: 'shown' };
  });
  const field = useRef<HTMLInputElement & HTMLTextAreaElement & HTMLSelectElement>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  /** A field that a draft opened gets no focus, because leaving it would save unreviewed text. */
  const wasOpened = useRef(false);
  const isShown = editing.phase === 'shown';

  useEffect(() => {
    if (!wasOpened.current) return;
    if (!isShown) field.current?.focus();
    else if (document.activeElement === document.body) pencil.current?.focus();
  }, [isShown]);

  if (editing.phase === 'shown') {
    return (
      <>
        {children}
        <Button
          ref={pencil}
          variant="ghost"
          size="sm"
          className="btn-icon"
          aria-label={`${value === '' ? 'Add' : 'Edit'} ${name}`}
          onClick={() => {
            wasOpened.current = true;
            setEditing({ phase: 'typing', text: value });
          }}
        >
          <Icon name={value === '' ? 'plus-lg' : 'pencil'} />
        </Button>
      </>
    );
  }

  const { text, error, phase } = editing;
  const isSaving = phase === 'saving';
  const close = () => {
    draft?.clear();
    setEditing({ phase: 'shown' });
  };
  const save = async () => {
    if (isSaving) return;
    // A date that is typed half has no text, which would clear the value.
    if (field.current?.validity?.badInput) {
      return setEditing({ phase: 'typing', text, error: 'Please enter the whole date' });
    }
    const wanted = text.trim();
    if (wanted === value.trim()) return close();
    setEditing({ phase: 'saving', text });
    try {
      const problem = await check?.(wanted);
      if (problem) return setEditing({ phase: 'typing', text, error: problem });
      await onSave(wanted);
      close();
    } catch {
      // The caller reports the failure; here the typed text stays.
      setEditing({ phase: 'typing', text });
    }
  };

  const change = (next: string) => {
    draft?.write(next);
    setEditing({ phase: 'typing', text: next });
  };
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  const input = {
    ref: field,
    size: 'sm',
    className: 'lf-inline-field',
    'aria-label': label,
    isInvalid: error !== undefined,
    title: error,
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      change(event.target.value),
    onFocus: () => {
      wasOpened.current = true;
    },
    onBlur: () => void save(),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Enter' && (!lines || event.ctrlKey || event.metaKey)) void save();
      if (event.key === 'Escape') close();
    },
  } as const;

  return (
    <>
      {choices && several ? (
        <InlineChoices label={label} choices={choices} disabled={isSaving} {...input} onChange={change} />
      ) : choices ? (
        <Form.Select {...input} disabled={isSaving}>
          <option value="">None</option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </Form.Select>
      ) : lines ? (
        <Form.Control {...input} as="textarea" rows={4} readOnly={isSaving} />
      ) : (
        <Form.Control {...input} type={type} inputMode={inputMode} readOnly={isSaving} />
      )}
      {/* Pressing a button must not count as leaving the field, or Cancel would save. */}
      <Button size="sm" disabled={isSaving} onMouseDown={(event) => event.preventDefault()} onClick={() => void save()}>
        {isSaving && <ButtonSpinner />}
        Save
      </Button>
      <Button
        variant="ghost"
        size="sm"
        disabled={isSaving}
        onMouseDown={(event) => event.preventDefault()}
        onClick={close}
      >
        Cancel
      </Button>
      {error && (
        <span role="alert" className="small text-danger w-100">
          {error}
        </span>
      )}
    </>
  );
}

interface InlineChoicesProps {
  ref: RefObject<HTMLInputElement | null>;
  label: string;
  choices: readonly string[];
  value: string;
  disabled: boolean;
  onChange: (text: string) => void;
  onFocus: () => void;
  onBlur: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Leaving the whole group saves, not the step from one box to the next. */
function InlineChoices({
  ref,
  label,
  choices,
  value,
  disabled,
  onChange,
  onFocus,
  onBlur,
  onKeyDown,
}: InlineChoicesProps) {
  const chosen = new Set(value.split('; '));
  return (
    <fieldset
      className="lf-inline-choices"
      aria-label={label}
      disabled={disabled}
      onFocus={onFocus}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) onBlur();
      }}
      onKeyDown={onKeyDown}
    >
      {choices.map((choice, at) => (
        <label key={choice} className="form-check">
          <input
            ref={at === 0 ? ref : undefined}
            type="checkbox"
            className="form-check-input"
            checked={chosen.has(choice)}
            onChange={({ target }) =>
              onChange(choices.filter((each) => (each === choice ? target.checked : chosen.has(each))).join('; '))
            }
          />
          <span className="form-check-label text-break">{choice}</span>
        </label>
      ))}
    </fieldset>
  );
}
