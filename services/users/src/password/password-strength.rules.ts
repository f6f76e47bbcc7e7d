import { demoAccounts, demoAddress, demoPassword } from '@lead-finder/contracts';
import type { Options, ZxcvbnFactory } from '@zxcvbn-ts/core';

/** The owner of the password. An attacker who knows the owner tries these texts first. */
export interface PasswordOwner {
  username: string;
  fullName: string;
  email: string;
}

export const guessable = 'This password is too easy to guess: use several unrelated words, without names or years';

const minGuesses = 1e8;
const productName = 'Lead Finder';
/** The work grows with the square of the length. A longer weak password repeats itself within this length. */
const maxLength = 64;
/** The spellings such as 'P@ssw0rd' to try; each costs as much as the whole password. */
const maxSpellings = (length: number) => Math.min(100, Math.ceil(6_000 / length ** 2));

/** Fewer than 10^8 guesses (docs/product/accounts.md#guessable-passwords), except the demo team's password. */
export async function isGuessable(password: string, owner: PasswordOwner): Promise<boolean> {
  if (password === demoPassword && isOfDemoTeam(owner)) return false;
  const { estimator, options } = await loaded();
  options.l33tMaxSubstitutions = maxSpellings(Math.min(password.length, maxLength));
  return estimator.check(password, knownOf(owner)).guesses < minGuesses;
}

const isOfDemoTeam = ({ email }: PasswordOwner) =>
  demoAccounts.some(({ username }) => demoAddress(username) === email.toLowerCase());

/** Returns the texts and their words, because the estimator finds each only as a whole. */
function knownOf({ username, fullName, email }: PasswordOwner): string[] {
  const texts = [username, fullName, email, productName];
  const words = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]/u)).filter(({ length }) => length > 2);
  return [...texts, ...texts.map((text) => text.replaceAll(' ', '')), ...words];
}

interface Loaded {
  estimator: ZxcvbnFactory;
  /** The estimator's private options, which it reads at each check. */
  options: Options;
}

let loading: Promise<Loaded> | undefined;

/** The dictionaries take 60 MB and a third of a second, so the first new password loads them. */
const loaded = () => (loading ??= load());

async function load(): Promise<Loaded> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const common = await import('@zxcvbn-ts/language-common');
  const english = await import('@zxcvbn-ts/language-en');
  const dictionary = { ...common.dictionary, ...english.dictionary };
  const estimator = new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs, maxLength });
  return { estimator, options: (estimator as unknown as { options: Options }).options };
}
