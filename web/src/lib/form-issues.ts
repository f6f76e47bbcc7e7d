import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { HttpError } from './http';

/** A conflict names its field only by its code. */
const fieldOfCode: Record<string, string> = { username_taken: 'username', email_taken: 'email' };

/** Shows the server's errors beside their fields. `fields` are the fields of the form by the server's names. */
export function showIssues<T extends FieldValues>(
  error: unknown,
  fields: Partial<Record<string, Path<T>>>,
  setError: UseFormSetError<T>,
): void {
  if (!(error instanceof HttpError)) return;
  const taken = fieldOfCode[error.code ?? ''];
  const named = taken ? [{ path: taken, message: error.serverMessage ?? '' }] : error.issues;
  for (const { path, message } of named) {
    const field = fields[path];
    if (field) setError(field, { message });
  }
}
