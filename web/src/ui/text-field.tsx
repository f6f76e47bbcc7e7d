import { type ComponentProps, useId } from 'react';
import { Form } from 'react-bootstrap';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size' | 'value' | 'defaultValue'> {
  value?: string | number;
  defaultValue?: string | number;
  label: string;
  error?: string;
  hint?: string;
}

/** A labelled input with its message; takes the props of react-hook-form's `register`. */
export function TextField({ label, error, hint, ...input }: TextFieldProps) {
  const id = useId();
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="mb-3">
      <Form.Label htmlFor={id}>{label}</Form.Label>
      <Form.Control
        {...input}
        id={id}
        isInvalid={error !== undefined}
        aria-invalid={error !== undefined}
        aria-describedby={described || undefined}
      />
      {error && (
        <Form.Control.Feedback type="invalid" id={`${id}-error`}>
          {error}
        </Form.Control.Feedback>
      )}
      {hint && (
        <Form.Text as="div" id={`${id}-hint`}>
          {hint}
        </Form.Text>
      )}
    </div>
  );
}
