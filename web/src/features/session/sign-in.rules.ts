import type { SignInForm } from '../../lib/session';

export type SignInProblems = Partial<Record<keyof SignInForm, string>>;

/**
 * The contract's checks of a sign-in without zod, which is larger than all other code of this first page. A spec
 * compares both. Lengths are counted in characters, as in the contract.
 */
export function problemsOf({ username, password }: SignInForm): SignInProblems {
  return {
    ...(username.trim() === '' && { username: 'Please enter your username or email address' }),
    ...([...username].length > 500 && { username: 'Must be at most 500 characters' }),
    ...([...password].length < 6 && { password: 'Password must be at least 6 characters' }),
  };
}
