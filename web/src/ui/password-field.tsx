import { type ReactNode, useId, useState } from 'react';
import { Button } from 'react-bootstrap';
import { Icon } from './icon';
import { fieldProps, type TextFieldProps } from './text-field';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  /** At the end of the label's line. */
  aside?: ReactNode;
}

/** A password with a button to show it. Takes the props of react-hook-form's `register`. */
export function PasswordField({ label, error, hint, aside, ...input }: PasswordFieldProps) {
  const id = useId();
  const [isShown, setShown] = useState(false);
  const action = isShown ? 'Hide password' : 'Show password';
  const parts = fieldProps(id, { error, hint });
  return (
    <div className="mb-3">
      <div className="d-flex">
        <label className="form-label" htmlFor={id}>
          {label}
        </label>
        {aside && <span className="ms-auto small">{aside}</span>}
      </div>
      <div className={error === undefined ? 'input-group' : 'input-group has-validation'}>
        <input
          {...input}
          {...parts.input}
          type={isShown ? 'text' : 'password'}
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
        {parts.problem}
      </div>
      {parts.advice}
    </div>
  );
}
