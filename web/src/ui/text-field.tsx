import { type ComponentProps, useId } from 'react';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size' | 'value' | 'defaultValue'> {
  value?: string | number;
  defaultValue?: string | number;
  label: string;
  error?: string;
  hint?: string;
}

/** What an input and its messages say of each other, for Bootstrap's classes and for a screen reader. */
export function fieldParts(id: string, { error, hint }: Pick<TextFieldProps, 'error' | 'hint'>) {
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    input: {
      id,
      className: error === undefined ? 'form-control' : 'form-control is-invalid',
      'aria-invalid': error !== undefined,
      'aria-describedby': described || undefined,
    },
    problem: error && (
      <div className="invalid-feedback" id={`${id}-error`}>
        {error}
      </div>
    ),
    advice: hint && (
      <div className="form-text" id={`${id}-hint`}>
        {hint}
      </div>
    ),
  };
}

/**
 * A labelled input with its message; takes the props of react-hook-form's `register`. Bootstrap's classes without React
 * Bootstrap: the sign-in stands on this, and whoever signs in for the first time waits for every kilobyte.
 */
export function TextField({ label, error, hint, ...input }: TextFieldProps) {
  const id = useId();
  const parts = fieldParts(id, { error, hint });
  return (
    <div className="mb-3">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <input {...input} {...parts.input} />
      {parts.problem}
      {parts.advice}
    </div>
  );
}
