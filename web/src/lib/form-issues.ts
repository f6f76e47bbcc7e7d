import type { FieldValues, Path, UseFormSetError } from 'react-hook-form';
import { HttpError } from './http';

/** A conflict names its field only by its code. */
const fieldOfCode: Record<string, string> = { username_taken: 'username', email_taken: 'email' };

/** Shows the server's errors beside their fields and moves to the first one. `renamed` are the fields that the form calls otherwise. */
export function showIssues<T extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<T>,
  renamed: Partial<Record<string, Path<T>>> = {},
): void {
  if (!(error instanceof HttpError)) return;
  const taken = fieldOfCode[error.code ?? ''];
  const named = taken ? [{ path: taken, message: error.serverMessage ?? '' }] : error.issues;
  for (const [index, { path, message }] of named.entries())
    setError(renamed[path] ?? (path as Path<T>), { message }, { shouldFocus: index === 0 });
}
