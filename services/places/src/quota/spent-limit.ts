import { AppError } from '@lead-finder/platform';

/** The product's own limit, with neither the code nor the message of a provider's quota. */
export class SpentLimit extends AppError {
  constructor(
    readonly whose: 'own' | 'everybody',
    limit: number,
    retryAfter: number,
  ) {
    const spent = whose === 'own' ? 'You have used your' : 'The team has used its';
    const advice = 'Searching goes on at midnight UTC, or when an administrator raises the limit.';
    super('limited', 'rate_limited', `${spent} ${limit} provider calls of today. ${advice}`, { retryAfter });
  }

  static readonly isPersonal = (error: unknown): boolean => error instanceof SpentLimit && error.whose === 'own';
}
