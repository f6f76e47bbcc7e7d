import {
  createHolidayList,
  createTeam,
  getHolidayList,
  listAudit,
  listHolidayCountries,
  listHolidayLists,
  listPublicHolidays,
  maxHolidayLists,
  maxHolidays,
  removeHolidayList,
  resolveWorkingDays,
  setTeamOfUsers,
  updateHolidayList,
  updateTeam,
  type Holiday,
  type Team,
} from '@lead-finder/contracts';
import { startUsers, type UsersWorld } from '../../test/start-users.js';

const christmas = { day: '2026-12-25', name: 'Christmas Day' };
const boxing = { day: '2026-12-26', name: 'Boxing Day' };
const conflict = (code: string) => ({ kind: 'conflict', code });
const invalid = (path: string, message: unknown = expect.any(String)) => ({
  kind: 'invalid',
  details: { issues: [{ path, message }] },
});

describe('lists of holidays', () => {
  let world: UsersWorld;
  let names = 0;
  beforeAll(async () => void (world = await startUsers()));
  afterAll(() => world.stop());
  beforeEach(() =>
    world.database.query('update users set team_id = null; delete from teams; delete from holiday_lists'),
  );

  const add = (name: string, days: Holiday[] = []) => world.call(createHolidayList, world.ada, { name, days });
  const lists = () => world.call(listHolidayLists, world.ada, {});
  const addTeam = (parent: Team | null, holidayListId?: number | null) =>
    world.call(createTeam, world.ada, { name: `Team ${++names}`, parentId: parent?.id ?? null, holidayListId });
  const edit = ({ members: _, ...team }: Team, change: object) =>
    world.call(updateTeam, world.ada, { ...team, version: undefined, ...change });
  async function person(team: Team | null): Promise<number> {
    const [row] = await world.database.query<{ id: number }>(
      `insert into users (username, email, password_hash, full_name, role, monthly_goal)
       values ($1, $1 || '@example.com', 'not-a-hash', 'Person', 'user', 100) returning id`,
      [`off${++names}`],
    );
    if (team) await world.call(setTeamOfUsers, world.ada, { teamId: team.id, userIds: [row!.id] });
    return row!.id;
  }
  const daysOff = async (id: number, from = '2026-01-01', to = '2026-12-31') => {
    const { people } = await world.call(resolveWorkingDays, null, { userIds: [id], from, to });
    return people.find((each) => each.id === id)?.daysOff;
  };

  it('lists them by name with their span, and returns the days of one in order', async () => {
    const list = await add('uk', [boxing, christmas]);
    expect(list).toMatchObject({ name: 'uk', days: [christmas, boxing], version: 1 });
    await add('Empty');
    expect(await lists()).toEqual([
      { id: expect.any(Number), name: 'Empty', holidays: 0, from: null, to: null },
      { id: list.id, name: 'uk', holidays: 2, from: '2026-12-25', to: '2026-12-26' },
    ]);
    expect(await world.call(getHolidayList, world.ada, { id: list.id })).toEqual(list);
    await expect(world.call(getHolidayList, world.ada, { id: 999_999 })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('replaces name and days, unless another administrator did so before', async () => {
    const list = await add('UK', [christmas]);
    const form = { id: list.id, name: 'Britain', days: [{ ...christmas, name: 'Xmas' }, boxing], version: 1 };
    const changed = await world.call(updateHolidayList, world.ada, form);
    expect(changed).toMatchObject({ name: 'Britain', days: form.days, version: 2 });
    await expect(world.call(updateHolidayList, world.ada, form)).rejects.toMatchObject({
      ...conflict('stale_version'),
      details: { current: changed },
    });
  });

  it('names the field and the row of what it refuses', async () => {
    const day = (value: string, name = 'Off') => add('List', [christmas, { day: value, name }]);
    await expect(day('2026-02-30')).rejects.toMatchObject(invalid('days.1.day', 'Must be a date as YYYY-MM-DD'));
    await expect(day('1999-12-31')).rejects.toMatchObject(invalid('days.1.day', 'Must be from 2000 to 2100'));
    await expect(day('2101-01-01')).rejects.toMatchObject(invalid('days.1.day', 'Must be from 2000 to 2100'));
    await expect(day(christmas.day)).rejects.toMatchObject(invalid('days.1.day', 'Row 2 has the date of row 1'));
    await expect(day('2027-01-01', ' ')).rejects.toMatchObject(invalid('days.1.name'));
    await expect(day('2027-01-01', 'x'.repeat(101))).rejects.toMatchObject(invalid('days.1.name'));
    await expect(add('x'.repeat(101))).rejects.toMatchObject(invalid('name'));
    const many = Array.from({ length: maxHolidays + 1 }, (_, at) => ({
      day: new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10),
      name: 'Off',
    }));
    await expect(add('Long', many)).rejects.toMatchObject(invalid('days', 'A list has at most 400 days'));
    expect((await add('Long', many.slice(1))).days).toHaveLength(maxHolidays);
  });

  it('refuses a name that another list has in any case, and a list too many', async () => {
    await add('UK');
    const other = await add('US');
    await expect(add('uk')).rejects.toMatchObject(conflict('holiday_list_name_taken'));
    const form = { id: other.id, name: 'uk', days: [] };
    await expect(world.call(updateHolidayList, world.ada, form)).rejects.toMatchObject(
      conflict('holiday_list_name_taken'),
    );
    await world.database.query(
      `insert into holiday_lists (name) select 'L' || n from generate_series(1, ${maxHolidayLists - 2}) n`,
    );
    await expect(add('One more')).rejects.toMatchObject(invalid('name', 'There are at most 100 lists'));
  });

  it('removes a list that no team has, and no other', async () => {
    const list = await add('UK', [christmas]);
    const team = await addTeam(null, list.id);
    await expect(world.call(removeHolidayList, world.ada, { id: list.id })).rejects.toMatchObject({
      ...conflict('holiday_list_in_use'),
      message: '1 team has the holidays of UK. Choose other ones there first.',
    });
    expect((await edit(team, { holidayListId: null })).holidayListId).toBeNull();
    await world.call(removeHolidayList, world.ada, { id: list.id });
    expect(await lists()).toEqual([]);
    await expect(edit(team, { holidayListId: list.id })).rejects.toMatchObject(invalid('holidayListId'));
    await expect(addTeam(null, list.id)).rejects.toMatchObject(invalid('holidayListId'));
  });

  it('leaves the list of a team if a change does not mention it, as the version before does', async () => {
    const list = await add('UK', [christmas]);
    const team = await addTeam(null, list.id);
    expect((await edit(team, { holidayListId: undefined, name: 'Renamed' })).holidayListId).toBe(list.id);
  });

  it('gives people the days of the nearest team above that has a list', async () => {
    const [near, far] = [
      await add('Near', [christmas, { ...christmas, day: '2027-12-25' }]),
      await add('Far', [boxing]),
    ];
    const west = await addTeam(null, far.id);
    const north = await addTeam(west, near.id);
    const one = await person(north);
    const two = await person(await addTeam(west));
    expect(await daysOff(one)).toEqual(['2026-12-25']);
    expect(await daysOff(one, '2026-12-25', '2027-12-25')).toEqual(['2026-12-25', '2027-12-25']);
    expect(await daysOff(two)).toEqual(['2026-12-26']);
    expect(await daysOff(await person(await addTeam(null)))).toEqual([]);
    expect(await daysOff(await person(null))).toBeUndefined();
    await world.call(updateHolidayList, world.ada, { id: near.id, name: 'Near', days: [boxing] });
    expect(await daysOff(one)).toEqual(['2026-12-26']);
  });

  it('records each change with the days that came and went', async () => {
    const list = await add('UK', [christmas]);
    await world.call(updateHolidayList, world.ada, { id: list.id, name: 'Britain', days: [boxing] });
    await addTeam(null, list.id);
    const { entries } = await world.call(listAudit, world.ada, { pageSize: 3 });
    expect(entries.reverse()).toMatchObject([
      { action: 'holiday_list_created', subject: 'UK', details: { days: [0, 1], added: ['2026-12-25 Christmas Day'] } },
      {
        action: 'holiday_list_changed',
        subject: 'Britain',
        details: {
          name: ['UK', 'Britain'],
          days: [1, 1],
          added: ['2026-12-26 Boxing Day'],
          removed: ['2026-12-25 Christmas Day'],
        },
      },
      { action: 'team_created', details: { holidayListId: list.id } },
    ]);
  });

  it('knows the public holidays of a country and of its regions', async () => {
    const countries = await world.call(listHolidayCountries, world.ada, {});
    const regionsOf = (code: string) => countries.find((country) => country.code === code)!.regions;
    expect(regionsOf('US')).toHaveLength(51);
    expect(regionsOf('GB')).toContainEqual({ code: 'SCT', name: 'Scotland' });
    const days = async (country: string, year: number, region?: string) =>
      (await world.call(listPublicHolidays, world.ada, { country, region, year })).map(
        ({ day, name }) => `${day} ${name}`,
      );
    expect(await days('US', 2026)).toEqual(
      expect.arrayContaining(['2026-07-03 Independence Day (substitute day)', '2026-11-26 Thanksgiving Day']),
    );
    expect(await days('GB', 2026, 'SCT')).toContain('2026-11-30 St Andrew’s Day');
    expect(await days('GB', 2026, 'ENG')).not.toContain('2026-11-30 St Andrew’s Day');
    await expect(days('XX', 2026)).rejects.toMatchObject(invalid('country'));
    await expect(days('US', 2026, 'XX')).rejects.toMatchObject(invalid('region'));
    await expect(days('US', 1999)).rejects.toMatchObject(invalid('year', 'Must be from 2000 to 2100'));
  });

  it('offers only days of the year that a list takes, for every region of the UK', async () => {
    const countries = await world.call(listHolidayCountries, world.ada, {});
    const { code, regions } = countries.find((country) => country.code === 'GB')!;
    for (const region of regions) {
      const days = await world.call(listPublicHolidays, world.ada, {
        country: code,
        region: region.code,
        year: 2028,
      });
      expect(days.every(({ day }) => day.startsWith('2028-'))).toBe(true);
      const list = await add(`${code} ${region.code}`, days);
      expect(list.days).toEqual(days);
    }
  });
});
