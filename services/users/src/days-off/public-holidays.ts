import { createRequire } from 'node:module';
import type { Holiday, HolidayCountry, ParsedInputOf, listPublicHolidays } from '@lead-finder/contracts';
import { invalidField } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

type Names = Record<string, string> | null;

interface Library {
  new (
    country?: string,
    region?: string,
  ): {
    getCountries(language: string): Record<string, string>;
    getStates(country: string, language: string): Names | undefined;
    getHolidays(year: number, language: string): { date: string; start: Date; end: Date; name: string; type: string }[];
  };
}

const language = 'en';
const dayMs = 86_400_000;
const load = createRequire(import.meta.url);

/** The public holidays of countries and their regions. The library and its data load with the first request. */
@Injectable()
export class PublicHolidays {
  private known?: HolidayCountry[];

  countries(): HolidayCountry[] {
    const library = new (this.library())();
    return (this.known ??= placesOf(library.getCountries(language)).map((country) => ({
      ...country,
      regions: placesOf(library.getStates(country.code, language)),
    })));
  }

  /** Returns a day once, with the names of all its holidays. */
  of({ country, region, year }: ParsedInputOf<typeof listPublicHolidays>): Holiday[] {
    const found = this.countries().find(({ code }) => code === country);
    if (!found) throw invalidField('country', 'There is no such country');
    if (region !== undefined && !found.regions.some(({ code }) => code === region))
      throw invalidField('region', 'There is no such region');
    const names = new Map<string, Set<string>>();
    for (const { date, start, end, name, type } of new (this.library())(country, region).getHolidays(year, language)) {
      if (type !== 'public') continue;
      for (let past = 0; past < Math.round((end.getTime() - start.getTime()) / dayMs); past++) {
        const day = new Date(Date.parse(date.slice(0, 10)) + past * dayMs).toISOString().slice(0, 10);
        names.set(day, (names.get(day) ?? new Set()).add(name));
      }
    }
    return [...names]
      .filter(([day]) => day.startsWith(String(year)))
      .map(([day, all]) => ({ day, name: [...all].join(', ').slice(0, 100).trim() }))
      .sort((a, b) => a.day.localeCompare(b.day));
  }

  private library(): Library {
    return load('date-holidays') as Library;
  }
}

const placesOf = (names: Names | undefined) =>
  Object.entries(names ?? {})
    .map(([code, name]) => ({ code, name }))
    .sort((a, b) => a.name.localeCompare(b.name));
