import { newPassword } from '@lead-finder/contracts';
import { z } from 'zod';

/** The rule for new passwords (specification section 5) as people read it before they type. */
export const passwordHint = '8 to 100 characters with an uppercase letter, a lowercase letter and a number.';

/** A new password, typed twice. Both fields are told at once what is wrong with them. */
export const confirmedPassword = z
  .object({ password: newPassword, confirmPassword: z.string() })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: 'Passwords do not match',
    when: () => true,
  });
