import { fullName, monthlyGoal, timeZone } from './users-fields.js';

describe('A time zone', () => {
  it.each([
    ['america/new_york', 'America/New_York'],
    ['EUROPE/Berlin', 'Europe/Berlin'],
    ['utc', 'UTC'],
    ['etc/gmt+5', 'Etc/GMT+5'],
  ])('that is given as %s is %s', (given, name) => expect(timeZone.parse(given)).toBe(name));

  it.each(['Asia/Kolkata', 'Asia/Calcutta', 'Europe/Kyiv', 'Europe/Kiev', 'Etc/UTC', 'US/Eastern', 'UTC'])(
    'that is given as %s gets no other name',
    (name) => expect(timeZone.parse(name)).toBe(name),
  );

  it.each(['Mars/Olympus', '', '+05:00', 'EST'])('is not %j', (given) => {
    const { error } = timeZone.safeParse(given);
    expect(error?.issues.map(({ message }) => message)).toEqual(['Must be a time zone such as America/New_York']);
  });
});

describe('A full name', () => {
  it.each(['Ann\nArcher', 'Ann\tArcher', 'Ann\u2028Archer', 'Ann \u202erehcrA', 'Ann\u2066Archer'])(
    'is not %j',
    (given) => {
      expect(fullName.safeParse(given).error?.issues.map(({ message }) => message)).toEqual(['Must be one line']);
    },
  );

  it.each(['  Ann Archer\n', 'אן ארצ׳ר', 'Ann\u200dArcher'])('is %j, without blanks around it', (given) => {
    expect(fullName.parse(given)).toBe(given.trim());
  });
});

describe('A monthly goal', () => {
  it.each([
    ['0', 'Monthly goal must be at least 1'],
    ['1000001', 'Monthly goal must be at most 1,000,000'],
    ['99999999999', 'Monthly goal must be at most 1,000,000'],
    ['1.5', 'Monthly goal must be a number'],
  ])('of %s is refused: %s', (given, message) =>
    expect(monthlyGoal.safeParse(given).error?.issues[0]?.message).toBe(message),
  );
});
