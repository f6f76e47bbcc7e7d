import { Form } from 'react-bootstrap';
import { useDelayedText } from '../lib/use-delayed-text';
import { Icon } from './icon';

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  label: string;
  placeholder?: string;
  /** Milliseconds after the last key before it reports the text; 0 reports each key. */
  delay?: number;
  id?: string;
}

export function SearchField({ value, onChange, label, delay = 0, ...field }: SearchFieldProps) {
  const [text, setText] = useDelayedText(value, onChange, delay);

  return (
    <div className="lf-search">
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
