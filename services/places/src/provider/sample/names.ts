import type { Dice } from './dice.js';
import type { Town } from './towns.js';
import type { Naming, Trade } from './trades.js';
import { ADJECTIVES, CLAIMS, FIRST_NAMES, KIN, PLACE_WORDS, SURNAMES, THINGS } from './words.js';

// A pattern in the list twice is twice as frequent.
const PATTERNS: Record<Naming, string[]> = {
  care: [
    '{place} {noun}',
    '{place} {noun}',
    '{family} {noun}',
    '{family} & {other} {noun}',
    '{family} & {kin} {noun}',
    '{city} {noun}',
  ],
  counsel: [
    '{family} & {other} {noun}',
    '{family} {other} {noun}',
    '{family} {noun}',
    '{place} {noun}',
    '{city} {noun}',
  ],
  table: [
    "{first}'s {noun}",
    'The {adjective} {thing} {noun}',
    '{adjective} {thing} {noun}',
    '{place} {noun}',
    "{family}'s {noun}",
  ],
  trade: [
    '{family} & {kin} {noun}',
    '{family} {noun}',
    '{place} {noun}',
    '{claim} {noun}',
    '{city} {noun}',
    '{family} & {other} {noun}',
  ],
  shop: [
    "{family}'s {noun}",
    '{adjective} {thing} {noun}',
    'The {adjective} {thing} {noun}',
    '{place} {noun}',
    '{family} & {kin} {noun}',
  ],
  studio: ['{adjective} {thing} {noun}', '{place} {noun}', 'The {place} {noun}', "{first}'s {noun}", '{city} {noun}'],
  venue: [
    '{place} {noun}',
    '{place} {noun}',
    '{city} {noun}',
    '{family} {noun}',
    '{place} {city} {noun}',
    '{adjective} {thing} {noun}',
  ],
};

export interface BusinessName {
  name: string;
  owner: string;
}

/** Invents a name for the trade that is not in `taken`, and adds it there. */
export function inventName(trade: Trade, town: Town, dice: Dice, taken: Set<string>): BusinessName {
  for (;;) {
    const family = dice.pick(SURNAMES);
    const words: Record<string, string> = {
      family,
      other: dice.pick(SURNAMES),
      first: dice.pick(FIRST_NAMES),
      kin: dice.pick(KIN),
      place: dice.pick(PLACE_WORDS),
      city: town.city,
      adjective: dice.pick(ADJECTIVES),
      thing: dice.pick(THINGS),
      claim: dice.pick(CLAIMS),
      noun: dice.pick(trade.nouns),
    };
    const pattern = dice.pick(PATTERNS[trade.naming]);
    const name = pattern.replace(/\{(\w+)\}/g, (_, word: string) => words[word]!).replace(/s's /, "s' ");
    // 'Kessler & Kessler' is left to comedies.
    if (words.other !== family && !taken.has(name)) {
      taken.add(name);
      return { name, owner: `${words.first} ${family}` };
    }
  }
}
