import { dictionary } from '@zxcvbn-ts/language-common';

/** The list is ordered by how often each was found in breaches; the first 3,000 are refused (decisions, section 3). */
const refused = new Set(dictionary['passwords-common'].slice(0, 3_000).map((password) => password.toLowerCase()));

/** Compared without case: the rule for capitals must not make 'Password1' a good password. */
export const isCommonPassword = (password: string): boolean => refused.has(password.toLowerCase());
