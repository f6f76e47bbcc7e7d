import { demoAccounts, demoAddress, demoPassword } from '@lead-finder/contracts';
import type { Options, ZxcvbnFactory } from '@zxcvbn-ts/core';

/** Whose password it is to be: what an attacker who knows the person tries first. */
export interface PasswordOwner {
  username: string;
  fullName: string;
  email: string;
}

export const guessable = 'This password is too easy to guess: use several unrelated words, without names or years';

const minGuesses = 1e8;
const productName = 'Lead Finder';
/** The work grows with the square of the length. What is weak and longer than this repeats itself within it. */
const maxLength = 64;
/** Spellings such as 'P@ssw0rd' that the estimator undoes: each costs as much as the whole password without them. */
const maxSpellings = (length: number) => Math.min(100, Math.ceil(6_000 / length ** 2));

/** zxcvbn puts it under 10^8 guesses (decisions, section 11); the demo team's password is accepted for the demo team. */
export async function isGuessable(password: string, owner: PasswordOwner): Promise<boolean> {
  if (password === demoPassword && isOfDemoTeam(owner)) return false;
  const { estimator, options } = await loaded();
  options.l33tMaxSubstitutions = maxSpellings(Math.min(password.length, maxLength));
  return estimator.check(password, knownOf(owner)).guesses < minGuesses;
}

const isOfDemoTeam = ({ email }: PasswordOwner) =>
  demoAccounts.some(({ username }) => demoAddress(username) === email.toLowerCase());

/** The texts, and their words: the estimator finds each only as a whole. */
function knownOf({ username, fullName, email }: PasswordOwner): string[] {
  const texts = [username, fullName, email, productName];
  const words = texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)).filter(({ length }) => length > 2);
  return [...texts, ...texts.map((text) => text.replaceAll(' ', '')), ...words];
}

interface Loaded {
  estimator: ZxcvbnFactory;
  /** Read at each check; the estimator keeps them to itself. */
  options: Options;
}

let loading: Promise<Loaded> | undefined;

/** The dictionaries take 60 MB and a third of a second: they are loaded when the first password is set, not at the start. */
const loaded = () => (loading ??= load());

async function load(): Promise<Loaded> {
  const { ZxcvbnFactory } = await import('@zxcvbn-ts/core');
  const common = await import('@zxcvbn-ts/language-common');
  const english = await import('@zxcvbn-ts/language-en');
  const dictionary = { ...common.dictionary, ...english.dictionary };
  const estimator = new ZxcvbnFactory({ dictionary, graphs: common.adjacencyGraphs, maxLength });
  return { estimator, options: (estimator as unknown as { options: Options }).options };
}
