import { type ReactNode, useId, useState } from 'react';
import { Button, Form, InputGroup } from 'react-bootstrap';
import { Icon } from './icon';
import type { TextFieldProps } from './text-field';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  /** Stands at the end of the label's line. */
  aside?: ReactNode;
}

/** A password with a button that shows and hides it; takes the props of react-hook-form's `register`. */
export function PasswordField({ label, error, hint, aside, ...input }: PasswordFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const action = isShown ? 'Hide password' : 'Show password';
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return (
    <div className="mb-3">
      <div className="d-flex">
        <Form.Label htmlFor={id}>{label}</Form.Label>
        {aside && <span className="ms-auto small">{aside}</span>}
      </div>
      <InputGroup hasValidation={error !== undefined}>
        <Form.Control
          {...input}
          id={id}
          type={isShown ? 'text' : 'password'}
          isInvalid={error !== undefined}
          aria-invalid={error !== undefined}
          aria-describedby={described || undefined}
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button
          variant="outline-secondary"
          className="btn-icon border-edge"
          title={action}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
        >
          <Icon name={isShown ? 'eye-slash' : 'eye'} />
          <span className="visually-hidden">{action}</span>
        </Button>
        {error && (
          <Form.Control.Feedback type="invalid" id={`${id}-error`}>
            {error}
          </Form.Control.Feedback>
        )}
      </InputGroup>
      {hint && (
        <Form.Text as="div" id={`${id}-hint`}>
          {hint}
        </Form.Text>
      )}
    </div>
  );
}
