import { AppError } from '../errors/app-error.js';

export const storageFull = (cause: unknown) =>
  because(
    cause,
    new AppError('unavailable', 'unavailable', 'There is no room left to store files. Please try again later.'),
  );

export function because(cause: unknown, error: AppError): AppError {
  error.cause = cause;
  return error;
}
