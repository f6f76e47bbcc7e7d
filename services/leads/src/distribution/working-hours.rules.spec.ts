import { DateTime } from 'luxon';
import { isWorkingHour } from './working-hours.rules.js';

const at = (text: string) => DateTime.fromISO(text, { zone: 'America/Chicago' });

describe('working now', () => {
  it('is from eight to six', () => {
    expect(isWorkingHour(at('2026-03-02T07:59'))).toBe(false);
    expect(isWorkingHour(at('2026-03-02T08:00'))).toBe(true);
    expect(isWorkingHour(at('2026-03-02T17:59'))).toBe(true);
    expect(isWorkingHour(at('2026-03-02T18:00'))).toBe(false);
  });

  it('is on the working days of the team, without a team from Monday to Friday', () => {
    expect(isWorkingHour(at('2026-02-28T10:00'))).toBe(false);
    expect(isWorkingHour(at('2026-02-27T10:00'))).toBe(true);
    expect(isWorkingHour(at('2026-02-28T10:00'), [6])).toBe(true);
    expect(isWorkingHour(at('2026-02-27T10:00'), [6])).toBe(false);
  });
});
