import { signInProblems, type SignInProblem, type testedField } from '@lead-finder/contracts';
import type { z } from 'zod';
import type { User } from '../user/user.entity.js';

export type TestedField = z.output<typeof testedField>;

/** A refused sign-in: the sentence for the user, and what an administrator learns beside it. */
export class SignInRefusal extends Error {
  constructor(
    readonly problem: SignInProblem,
    readonly details = '',
    readonly field: TestedField = 'provider',
    /** The account, if it is known whose it is. */
    readonly user: Pick<User, 'id' | 'username'> | null = null,
  ) {
    super(signInProblems[problem]);
    this.name = 'SignInRefusal';
  }
}
