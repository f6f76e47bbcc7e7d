import { type ComponentProps, useId } from 'react';

export interface TextFieldProps extends Omit<ComponentProps<'input'>, 'size' | 'value' | 'defaultValue'> {
  value?: string | number;
  defaultValue?: string | number;
  label: string;
  error?: string;
  hint?: string;
}

/** Connects an input with its messages, for Bootstrap's classes and for screen readers. */
export function fieldProps(id: string, { error, hint }: Pick<TextFieldProps, 'error' | 'hint'>) {
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
 * A labelled input with its message. Takes the props of react-hook-form's `register`. It uses Bootstrap's classes
 * without React Bootstrap, because the sign-in page must stay small.
 */
export function TextField({ label, error, hint, className = '', ...input }: TextFieldProps) {
  const id = useId();
  const parts = fieldProps(id, { error, hint });
  return (
    <div className="mb-3">
      <label className="form-label" htmlFor={id}>
        {label}
      </label>
      <input {...input} {...parts.input} className={`${parts.input.className} ${className}`.trimEnd()} />
      {parts.problem}
      {parts.advice}
    </div>
  );
}
