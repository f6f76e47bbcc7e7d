import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-bootstrap';
import { Icon } from './icon';

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  label: string;
  placeholder?: string;
  /** Milliseconds after the last key before it reports the text; 0 reports each key. */
  delay?: number;
  className?: string;
  id?: string;
}

export function SearchField({ value, onChange, label, delay = 0, className = '', ...field }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const report = useRef(onChange);

  useEffect(() => {
    report.current = onChange;
  }, [onChange]);

  // A value from outside (Reset Filters) replaces the text. A value that the field reported itself does not.
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (text === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = text;
      report.current(text);
    }, delay);
    return () => clearTimeout(timer);
  }, [text, delay]);

  return (
    <div className={`lf-search ${className}`.trimEnd()}>
      <Icon name="search" />
      <Form.Control
        id={field.id}
        type="search"
        aria-label={label}
        placeholder={field.placeholder ?? label}
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}
