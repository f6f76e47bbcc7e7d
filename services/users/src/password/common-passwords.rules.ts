import { dictionary } from '@zxcvbn-ts/language-common';

const commonest = 3_000;
/** Shorter ones can't be chosen anyway, so those that could be are counted (ASVS 6.2.4): three times as far down the list. */
const shortest = 8;

/** The list is ordered by how often each was found in breaches; the first 3,000 are refused (decisions, section 3). */
const refused = new Set(
  dictionary['passwords-common']
    .filter(({ length }) => length >= shortest)
    .slice(0, commonest)
    .map((password) => password.toLowerCase()),
);

/** Compared without case: the rule for capitals must not make 'Password1' a good password. */
export const isCommonPassword = (password: string): boolean => refused.has(password.toLowerCase());
