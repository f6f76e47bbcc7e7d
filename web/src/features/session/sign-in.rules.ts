import type { SignInForm } from '../../lib/session';

export type SignInProblems = Partial<Record<keyof SignInForm, string>>;

/**
 * What the contract says of a sign-in, in its words and without its schema: that library weighs more than all else on
 * the first page that anybody waits for. A spec holds the two together. Lengths are counted in characters, as there.
 */
export function problemsOf({ username, password }: SignInForm): SignInProblems {
  return {
    ...(username.trim() === '' && { username: 'Please enter your username or email address' }),
    ...([...username.trim()].length > 500 && { username: 'Must be at most 500 characters' }),
    ...([...password].length < 6 && { password: 'Password must be at least 6 characters' }),
  };
}
