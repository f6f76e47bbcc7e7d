import { z } from 'zod';
import { role } from '../actor.js';
import { line, text } from '../wire.js';

export const username = z
  .string('Username must be at least 3 characters')
  .trim()
  .min(3, 'Username must be at least 3 characters')
  .max(50, 'Username must be at most 50 characters')
  .regex(/^[A-Za-z0-9._-]+$/, 'Username may hold letters, digits, dots, underscores and hyphens');
const emailOr = (message: string) => z.string(message).trim().max(254, message).pipe(z.email(message));
export const email = emailOr('Must be a valid email');
export const visitorEmail = emailOr('Please enter a valid email address');
const nameIsShort = 'Full name must be at least 2 characters';
export const fullName = z.string(nameIsShort).pipe(line().min(2, nameIsShort));

const goalMessage = 'Monthly goal must be a number';
export const monthlyGoal = z
  .union(
    [
      // A form shows the message of the first alternative, so each alternative has the message of the goal.
      z.literal('', goalMessage).transform(() => 100),
      z.number(goalMessage),
      z
        .string()
        .regex(/^-?\d{1,15}$/, goalMessage)
        .transform(Number),
    ],
    { error: goalMessage },
  )
  .pipe(
    z
      .int(goalMessage)
      .min(1, 'Monthly goal must be at least 1')
      .max(1_000_000, 'Monthly goal must be at most 1,000,000'),
  )
  .default(100);

export const userRole = role.default('user');

/** The rules of docs/product/accounts.md#rules-for-new-passwords. The text is never trimmed or cut. */
export const newPassword = z
  .string('Password must be at least 8 characters')
  .min(8, 'Password must be at least 8 characters')
  .max(100, 'Password must be at most 100 characters')
  .regex(/\p{Lu}/u, 'Password must contain at least one uppercase letter')
  .regex(/\p{Ll}/u, 'Password must contain at least one lowercase letter')
  .regex(/\p{Nd}/u, 'Password must contain at least one number');

/** Names of the IANA database in their usual case. `Intl` has another name for some zones, which then stay as given. */
const zoneNamed = (name: string) => {
  try {
    const { timeZone } = new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions();
    return timeZone.toLowerCase() === name.toLowerCase() ? timeZone : name;
  } catch {
    return '';
  }
};
export const timeZone = text(64)
  .overwrite(zoneNamed)
  .regex(/^([A-Za-z]\w*(\/[\w+-]+)+|UTC)$/, 'Must be a time zone such as America/New_York');

export const teamName = line(80).min(1, 'Please enter the name of the team');
/** Monday is 1 and Sunday is 7. */
export const workingDays = z
  .array(z.int().min(1).max(7))
  .min(1, 'A team works on at least one day')
  .max(7)
  .transform((days) => [...new Set(days)].sort());

export const workingTime = z.object({ workingDays: z.array(z.int()), daysOff: z.array(z.string()).optional() });
export type WorkingTime = z.infer<typeof workingTime>;
