import { z } from 'zod';

/** These accept JSON and text of a query string or path, and reject other types. */
const digits = (message: string) =>
  z
    .string()
    .regex(/^(0|[1-9]\d{0,15})$/, message)
    .transform(Number);

const numberOr = (min: number, max: number, message: string, missing?: string) =>
  z
    .union([z.int(), digits(message)], { error: ({ input }) => (input === undefined ? missing : message) })
    .pipe(z.int(message).min(min, message).max(max, message));

export const wholeNumber = (min: number, max: number, message?: string) =>
  numberOr(min, max, message ?? `Must be a whole number from ${min} to ${max}`, message);

export const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')], {
  error: 'Must be true or false',
});

export const repeated = <T extends z.ZodType>(item: T, max: number) =>
  z.union([z.array(item).max(max), item]).transform((given) => [given].flat() as z.output<T>[]);

/** Ids are bigint in the database and numbers in JSON, so the largest is 2^53 - 1. */
export const idOr = (message: string) => wholeNumber(1, Number.MAX_SAFE_INTEGER, message);
export const id = numberOr(1, Number.MAX_SAFE_INTEGER, 'Must be a number');

export const moment = z.string();

export const dayMessage = 'Must be a date as YYYY-MM-DD';
const years = 'Must be from 1900 to 2200';
const isInYears = (value: string) => /^(19|20|21)\d\d-|^2200-/.test(value);
/** A day or a moment from a client. PostgreSQL has no year 0, and distant years are typing errors. */
export const day = z.iso.date({ error: dayMessage, abort: true }).refine(isInYears, years);
export const dateTime = z.iso
  .datetime({ offset: true, error: 'Must be a date and time', abort: true })
  .refine(isInYears, years);

export const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Must be a time as HH:MM');

// One half of a surrogate pair is not a character, and no encoding can represent it.
const loneSurrogate = /\p{Surrogate}/u;

/** docs/product/errors-and-http.md#lengths-of-texts. PostgreSQL stores neither NUL nor half a character. */
export const text = (max = 500) =>
  z
    .string()
    .max(max, `Must be at most ${max} characters`)
    .refine((value) => !value.includes('\0'), 'Must not hold a NUL character')
    .refine((value) => !loneSurrogate.test(value), 'Must not hold half a character');

export const onOneLine = (value: string) => value.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ');

/** A trimmed text without line breaks and other control characters, such as those that turn the direction of what follows. */
export const line = (max?: number) =>
  text(max)
    .trim()
    .refine((value) => onOneLine(value) === value, 'Must be one line');

export const done = z.object({ message: z.string() });
export const nothing = z.object({});

export const page = wholeNumber(1, 1_000_000_000, 'Page must be at least 1');
export const pageSize = wholeNumber(1, 100, 'Page size must be from 1 to 100');
