import type { LeadFilter, PoolChoice } from '@lead-finder/contracts';
import type { LeadFacets } from '../api';

/** How the address and the browser's storage hold a value of the list's state. */
export interface ValueKind<V> {
  fallback: V;
  /** Reads the stored value. An invalid value becomes the fallback. */
  read(stored: unknown): V;
  /** Returns what the storage would hold for these texts of the address. */
  fromAddress(texts: string[]): unknown;
  /** Omitted if the storage holds the value itself. */
  store?(value: V): unknown;
}

/** The properties of a value's control in the filter panel. */
export interface FieldProps<V> {
  value: V;
  onChange(value: V): void;
  /** The values that occur under the other filters; undefined while they load. */
  facets?: LeadFacets;
  filter: LeadFilter;
}

const positive = (stored: unknown): number | null =>
  Number.isSafeInteger(stored) && (stored as number) > 0 ? (stored as number) : null;

const first = ([value = '']: string[]) => value;
const firstNumber = (texts: string[]) => Number(first(texts));

export const text: ValueKind<string> = {
  fallback: '',
  read: (stored) => (typeof stored === 'string' ? stored : ''),
  fromAddress: first,
};

export const texts: ValueKind<string[]> = {
  fallback: [],
  read: (stored) => (Array.isArray(stored) ? stored.filter((item) => typeof item === 'string' && item !== '') : []),
  fromAddress: (all) => all,
};

export const id: ValueKind<number | null> = { fallback: null, read: positive, fromAddress: firstNumber };

export const pageNumber: ValueKind<number> = {
  fallback: 1,
  read: (stored) => positive(stored) ?? 1,
  fromAddress: firstNumber,
};

export const flag = (fallback: boolean): ValueKind<boolean> => ({
  fallback,
  read: (stored) => (typeof stored === 'boolean' ? stored : fallback),
  fromAddress: (all) => first(all) === 'true',
});

/** True for leads of any pool, a number for those of a team's. */
export const pool: ValueKind<PoolChoice> = {
  fallback: false,
  read: (stored) => (stored === true || stored === 'organisation' ? stored : (positive(stored) ?? false)),
  fromAddress: (all) => (first(all) === 'true' ? true : first(all) === 'organisation' ? first(all) : firstNumber(all)),
};

/** `pools` are those of the facets. */
export const poolText = (pools: LeadFacets['pools'], choice: PoolChoice): string =>
  choice === true
    ? 'In a pool'
    : (pools.find((each) => each.pool === choice)?.name ??
      (choice === 'organisation' ? 'Pool' : `Pool of team ${String(choice)}`));

/** One of the options. The first is the fallback. */
export const choice = <T extends string | number>(options: readonly [T, ...T[]]): ValueKind<T> => ({
  fallback: options[0],
  read: (stored) => (options.includes(stored as T) ? (stored as T) : options[0]),
  fromAddress: typeof options[0] === 'number' ? firstNumber : first,
});

/** Several of the options, in their order. */
export const choices = <T extends string>(options: readonly T[]): ValueKind<T[]> => ({
  fallback: [],
  read: (stored) => options.filter((option) => texts.read(stored).includes(option)),
  fromAddress: texts.fromAddress,
});
