import { newPassword } from '@lead-finder/contracts';
import { z } from 'zod';

/** The rule for new passwords in words (docs/product/accounts.md#rules-for-new-passwords). */
export const passwordHint = '8 to 100 characters with an uppercase letter, a lowercase letter and a number.';

/** A new password, typed twice. Both fields show their errors at once. */
export const confirmedPassword = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
    when: () => true,
  });
