import { AppError } from '@lead-finder/platform';

/** The guard's refusal: what may be asked of the provider today is spent. */
export class SpentLimit extends AppError {
  constructor(
    readonly whose: 'own' | 'everybody',
    limit: number,
    retryAfter: number,
  ) {
    const subject = whose === 'own' ? 'You used up your' : 'The team used up its';
    const spent = `${subject} search quota of ${limit} provider calls for today.`;
    super('limited', 'over_query_limit', `${spent} It starts again at midnight UTC.`, { retryAfter });
  }

  static readonly isPersonal = (error: unknown): boolean => error instanceof SpentLimit && error.whose === 'own';
}
