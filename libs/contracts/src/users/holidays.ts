import { z } from 'zod';
import { adminsOnly } from '../actor.js';
import { defineRequest } from '../message.js';
import { day, id, line, nothing, text, wholeNumber } from '../wire.js';

export const maxHolidayLists = 100;
export const maxHolidays = 400;
const years = { min: 2000, max: 2100 };
const yearMessage = `Must be from ${years.min} to ${years.max}`;

export const holiday = z.object({
  day: day.refine((value) => value >= `${years.min}` && value < `${years.max + 1}`, yearMessage),
  name: line(100).min(1, 'Please enter the name of the holiday'),
});
export type Holiday = z.infer<typeof holiday>;

export const holidayListForm = z.object({
  name: line(100).min(1, 'Please enter the name of the list'),
  days: z
    .array(holiday)
    .max(maxHolidays, `A list has at most ${maxHolidays} days`)
    .superRefine((days, { addIssue }) => {
      const rows = new Map<string, number>();
      days.forEach((each, at) => {
        const first = rows.get(each.day);
        if (first === undefined) rows.set(each.day, at + 1);
        else addIssue({ code: 'custom', path: [at, 'day'], message: `Row ${at + 1} has the date of row ${first}` });
      });
    }),
});

export const holidayList = z.object({ id: z.int(), name: z.string(), days: z.array(holiday), version: z.int() });
export type HolidayList = z.infer<typeof holidayList>;
/** `from` and `to` are the first and the last day. */
export const holidayListRecord = z.object({
  id: z.int(),
  name: z.string(),
  holidays: z.int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type HolidayListRecord = z.infer<typeof holidayListRecord>;

export const listHolidayLists = defineRequest('users.list-holiday-lists', {
  access: adminsOnly,
  input: nothing,
  output: z.array(holidayListRecord),
});
export const getHolidayList = defineRequest('users.get-holiday-list', {
  access: adminsOnly,
  input: z.object({ id }),
  output: holidayList,
});
/** Rejects with 409 `holiday_list_name_taken`, and with 400 on `name` if there are too many lists. */
export const createHolidayList = defineRequest('users.create-holiday-list', {
  access: adminsOnly,
  input: holidayListForm,
  output: holidayList,
  idempotent: true,
});
/** Replaces the days. Rejects with 409 `holiday_list_name_taken` or `stale_version`. */
export const updateHolidayList = defineRequest('users.update-holiday-list', {
  access: adminsOnly,
  input: holidayListForm.extend({ id, version: z.int().optional() }),
  output: holidayList,
});
/** Rejects with 409 `holiday_list_in_use` while a team has it. */
export const removeHolidayList = defineRequest('users.remove-holiday-list', {
  access: adminsOnly,
  input: z.object({ id }),
  output: nothing,
});

const place = z.object({ code: z.string(), name: z.string() });
export const holidayCountry = place.extend({ regions: z.array(place) });
export type HolidayCountry = z.infer<typeof holidayCountry>;
export const listHolidayCountries = defineRequest('users.list-holiday-countries', {
  access: adminsOnly,
  input: nothing,
  output: z.array(holidayCountry),
});
/** Rejects with 400 on an unknown `country` or `region`. */
export const listPublicHolidays = defineRequest('users.list-public-holidays', {
  access: adminsOnly,
  input: z.object({
    country: text(10),
    region: text(10).optional(),
    year: wholeNumber(years.min, years.max, yearMessage),
  }),
  output: z.array(holiday),
});
