import { getBrief } from '@lead-finder/contracts';
import { eventually, testActor } from '@lead-finder/testing';
import { startProgress, type ProgressWorld, type Mail } from '../../test/start-progress.js';

/** A Sunday noon. The brief of Monday, November 16, is about the week of November 9. */
const sunday = '2026-11-15T12:00:00Z';
let progress: ProgressWorld;

beforeEach(async () => {
  progress = await startProgress(sunday);
  const joined = new Date('2026-01-05T12:00:00Z');
  await progress.member({ id: 1, role: 'admin', fullName: 'Ada Admin', monthlyGoal: 4 }, joined);
  await progress.member({ id: 2, role: 'manager', fullName: 'Maria Manager', monthlyGoal: 4 }, joined);
  await progress.member({ id: 3, fullName: 'Theo <Nakagawa>', monthlyGoal: 20 }, joined);
  await progress.contact(
    [
      { leadId: 1, userId: 1 },
      { leadId: 2, userId: 2 },
      { leadId: 3, userId: 3 },
    ],
    { at: '2026-11-10T12:00:00Z' },
  );
  await progress.contact(
    [
      { leadId: 4, userId: 3 },
      { leadId: 5, userId: 3 },
    ],
    { at: '2026-11-08T12:00:00Z' },
  );
  progress.work.of.set(3, { newLeads: 88, overdue: 2, attempts: 1, won: 1 });
});
afterEach(() => progress?.stop());

/** Runs the schedules at these times, and returns the mails after the relay has sent all events. */
async function mailedAt(...times: string[]): Promise<Mail[]> {
  for (const time of times) {
    progress.clock.time = new Date(time);
    await progress.mailWhatIsDue();
  }
  await eventually(async () => {
    expect(await progress.database.query('select 1 from outbox where published_at is null')).toEqual([]);
  });
  return progress.mails();
}
const briefs = (mails: Mail[]) => mails.filter(({ subject }) => subject.startsWith('Monday brief'));
const summaries = (mails: Mail[]) => mails.filter(({ subject }) => subject.startsWith('Your day'));

describe('the Monday brief', () => {
  it('has the changes, and the users who are behind with the reasons in the data', async () => {
    progress.clock.time = new Date('2026-11-16T09:00:00Z');
    await progress.member({ id: 4, fullName: 'New today', monthlyGoal: 40 }, progress.clock.time);
    expect(await progress.call(getBrief, testActor(2, 'manager'), {})).toEqual({
      week: '2026-11-16',
      from: '2026-11-09',
      to: '2026-11-15',
      contacts: { count: 3, target: 7, before: 2 },
      won: 1,
      lost: 0,
      overdue: 2,
      behind: [
        {
          userId: 3,
          name: 'Theo <Nakagawa>',
          count: 1,
          target: 5,
          reasons: [
            { kind: 'new', count: 88 },
            { kind: 'overdue', count: 2 },
            { kind: 'attempts', count: 1 },
          ],
        },
      ],
      behindTotal: 1,
    });
    expect(progress.work.asked.at(-1)).toMatchObject({
      from: '2026-11-09T00:00:00.000Z',
      to: '2026-11-16T00:00:00.000Z',
    });
    await expect(progress.call(getBrief, testActor(3), {})).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('expects nothing of a user who was off on every working day of the week', async () => {
    const { days, daysOff } = progress.work;
    days.set(3, [1, 2]);
    daysOff.set(3, ['2026-11-09']);
    progress.clock.time = new Date('2026-11-16T09:00:00Z');
    const brief = () => progress.call(getBrief, testActor(2, 'manager'), {});
    expect(await brief()).toMatchObject({ contacts: { target: 7 }, behindTotal: 1 });
    daysOff.set(3, ['2026-11-09', '2026-11-10']);
    expect(await brief()).toMatchObject({ contacts: { count: 3, target: 2 }, behind: [], behindTotal: 0 });
  });

  it('goes to every leader at 8:00, once for any number of runs', async () => {
    expect(await mailedAt(sunday)).toEqual([]);
    expect(briefs(await mailedAt('2026-11-16T07:59:59Z'))).toEqual([]);
    const runs = ['2026-11-16T08:00:00Z', '2026-11-16T08:00:30Z', '2026-11-16T12:00:00Z'];
    const [mail, ...more] = briefs(await mailedAt(...runs));
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ userIds: [1, 2], subject: 'Monday brief: 3 contacts of 7 last week' });
    expect(mail!.text).toContain('Last week brought 3 contacts of 7, 1 more than the week before.');
    expect(mail!.text).toContain('Theo <Nakagawa> holds 88 untouched leads.');
    expect(mail!.text).toContain('https://leads.example/progress?kind=new&userId=3\n');
    expect(mail!.text).toContain(
      'https://leads.example/progress?kind=attempts&userId=3&from=2026-11-09&to=2026-11-15\n',
    );
    expect(mail!.html).toContain('Theo &#60;Nakagawa&#62; has 2 overdue follow-ups.');
    expect(mail!.html).toContain(
      'href="https://leads.example/progress?kind=won&#38;from=2026-11-09&#38;to=2026-11-15"',
    );
  });

  it('is about the own branch for each manager while there are teams', async () => {
    progress.branches.set(2, [3]).set(9, []);
    await mailedAt(sunday);
    expect(briefs(await mailedAt('2026-11-16T08:00:00Z'))).toMatchObject([
      { userIds: [1], subject: 'Monday brief: 3 contacts of 7 last week' },
      { userIds: [2], subject: 'Monday brief: 2 contacts of 6 last week' },
    ]);
  });

  it('is sent once if several replicas run at the same moment', async () => {
    await mailedAt(sunday);
    progress.clock.time = new Date('2026-11-16T08:00:10Z');
    await Promise.all([progress.mailWhatIsDue(), progress.mailWhatIsDue(), progress.mailWhatIsDue()]);
    expect(briefs(await mailedAt('2026-11-16T08:01:00Z'))).toHaveLength(1);
  });

  it('does not go to users who switched it off', async () => {
    progress.work.of.set(1, { wantsBrief: false });
    await mailedAt(sunday);
    expect(briefs(await mailedAt('2026-11-16T08:00:00Z'))).toMatchObject([{ userIds: [2] }]);
  });

  it('waits while the leads service is away, and is sent when it is back', async () => {
    await mailedAt(sunday);
    progress.work.isAway = true;
    progress.clock.time = new Date('2026-11-16T08:00:00Z');
    await expect(progress.mailWhatIsDue()).rejects.toMatchObject({ code: 'unavailable' });
    progress.work.isAway = false;
    expect(briefs(await mailedAt('2026-11-16T08:30:00Z'))).toHaveLength(1);
  });

  it('is sent late after an outage of hours, but not of days', async () => {
    await mailedAt(sunday);
    expect(briefs(await mailedAt('2026-11-17T20:00:00Z'))).toHaveLength(1);
    expect(briefs(await mailedAt('2026-11-27T08:00:00Z'))).toHaveLength(1);
    expect(
      await progress.database.query('select 1 from schedules where done_at is null and due < $1', [
        progress.clock.now(),
      ]),
    ).toEqual([]);
  });
});

describe('the daily summary', () => {
  it('goes to each user at 7:00, once, unless it is empty or switched off', async () => {
    progress.work.of
      .set(2, { dueToday: 1, wantsSummary: false })
      .set(3, { dueToday: 3, overdue: 1, newLeads: 88, unread: 2 });
    await mailedAt('2026-11-09T12:00:00Z');
    const [mail, ...more] = summaries(await mailedAt('2026-11-10T07:00:00Z', '2026-11-10T07:00:30Z'));
    expect(more).toEqual([]);
    expect(mail).toMatchObject({ userIds: [3], subject: 'Your day: 4 follow-ups due' });
    expect(mail!.text).toContain('Good morning Theo <Nakagawa>,');
    expect(mail!.text).toContain('3 follow-ups are due today, 1 overdue.');
    expect(mail!.text).toContain('https://leads.example/my-day');
    expect(mail!.text).toContain('88 leads are still New.');
    expect(mail!.text).toContain('Yesterday you made 0 contacts; this week 1 of 5.');
    expect(mail!.html).toContain('Good morning Theo &#60;Nakagawa&#62;,');
  });

  it('waits for the next working day of a user in a team', async () => {
    progress.work.of.set(3, { dueToday: 1 });
    progress.work.days.set(3, [1, 2, 3, 4, 5]);
    progress.work.daysOff.set(3, ['2026-11-10']);
    const reached = async (time: string) => summaries(await mailedAt(time)).flatMap(({ userIds }) => userIds);
    await mailedAt('2026-11-09T12:00:00Z');
    expect(await reached('2026-11-10T07:00:00Z')).not.toContain(3);
    expect(await reached('2026-11-11T07:00:00Z')).toContain(3);
  });

  it('continues what the version before began: each user gets the mail once', async () => {
    for (const id of [1, 2, 3]) progress.work.of.set(id, { dueToday: 1 });
    await progress.database.query(
      `insert into schedules (kind, due, after_user) values
         ('daily_summary', '2026-11-10T07:00:00Z', 2), ('monday_brief', '2026-11-16T08:00:00Z', 0)`,
    );
    expect(summaries(await mailedAt('2026-11-10T07:02:00Z'))).toMatchObject([{ userIds: [3] }]);
    expect(briefs(await mailedAt('2026-11-10T07:03:00Z'))).toEqual([]);
    const later = await mailedAt('2026-11-11T07:00:00Z', '2026-11-16T08:00:00Z');
    expect(summaries(later).slice(1, 4)).toMatchObject([{ userIds: [1] }, { userIds: [2] }, { userIds: [3] }]);
    expect(briefs(later)).toMatchObject([{ userIds: [1, 2] }]);
    expect(await progress.database.query('select 1 from schedules where done_at is null')).toEqual([]);
  });

  it('continues after the last reached user if a crash stops it', async () => {
    await progress.database.query(
      `insert into members (id, username, full_name, email, role, active, version)
       select id, 'u' || id, 'U', 'u@example.com', 'user', true, 1 from generate_series(10, 129) id`,
    );
    await progress.database.query("insert into goals select id, 1, '2026-01-01', 100 from generate_series(10, 129) id");
    for (let id = 10; id < 130; id++) progress.work.of.set(id, { dueToday: 1 });
    await mailedAt('2026-11-09T12:00:00Z');
    // The leads service fails after the first fifty.
    const { of } = progress.work;
    const get = of.get.bind(of);
    of.get = (id) => {
      if (id === 70) throw new Error('gone');
      return get(id);
    };
    progress.clock.time = new Date('2026-11-10T07:00:00Z');
    await expect(progress.mailWhatIsDue()).rejects.toThrow();
    of.get = get;
    const reached = summaries(await mailedAt('2026-11-10T07:01:00Z')).flatMap(({ userIds }) => userIds);
    const expected = Array.from({ length: 120 }, (_, index) => index + 10);
    expect(reached.filter((id) => id >= 10)).toEqual(expected);
  });
});
