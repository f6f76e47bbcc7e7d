import type { Brief } from '@lead-finder/contracts';
import { briefMail } from './brief-mail.rules.js';

const brief: Brief = {
  week: '2026-11-23',
  from: '2026-11-16',
  to: '2026-11-22',
  contacts: { count: 30, target: 48, before: 25 },
  won: 2,
  lost: 1,
  overdue: 4,
  behind: [],
  behindTotal: 0,
};
const mail = (change: Partial<Brief> = {}) => briefMail({ ...brief, ...change }, 'https://crm.example');
const week = 'from=2026-11-16&to=2026-11-22';
const ann = { userId: 7, name: 'Ann Archer', count: 5, target: 24, reasons: [] };

describe('The Monday brief by mail', () => {
  it('has the contacts of the week in its subject', () => {
    expect(mail().subject).toBe('Monday brief: 30 contacts of 48 last week');
    expect(mail({ contacts: { count: 1, target: 48, before: 0 } }).subject).toBe(
      'Monday brief: 1 contact of 48 last week',
    );
  });

  it('links each number of the team to the leads behind it', () => {
    expect(mail().text.split('\n')).toEqual([
      'The team in the week of Nov 16 to Nov 22, on Monday, Nov 23:',
      '',
      '- Last week brought 30 contacts of 48, 5 more than the week before.',
      `  Show the contacts: https://crm.example/progress?kind=contacts&${week}`,
      '- 2 leads were won.',
      `  Show what was won: https://crm.example/progress?kind=won&${week}`,
      '- 1 lead was lost.',
      `  Show what was lost: https://crm.example/progress?kind=lost&${week}`,
      '- 4 follow-ups are overdue.',
      '  Show what is overdue: https://crm.example/progress?kind=overdue',
      '- Nobody missed the week’s target.',
      '',
      'You can switch this mail off in Lead Finder, in the settings of your notifications.',
      '',
    ]);
  });

  it('uses the singular for one and the plural for many', () => {
    const { text } = mail({ won: 1, lost: 3, overdue: 1 });
    expect(text).toContain('- 1 lead was won.');
    expect(text).toContain('- 3 leads were lost.');
    expect(text).toContain('- 1 follow-up is overdue.');
  });

  it.each([
    [30, 30, 'as many as the week before'],
    [31, 30, '1 more than the week before'],
    [28, 30, '2 fewer than the week before'],
  ])('says that %i contacts after %i are %s', (count, before, words) => {
    expect(mail({ contacts: { count, target: 48, before } }).text).toContain(`of 48, ${words}.`);
  });

  it('links a user who is behind to the contacts, and each reason to its leads', () => {
    const reasons = [
      { kind: 'new' as const, count: 6 },
      { kind: 'overdue' as const, count: 1 },
      { kind: 'attempts' as const, count: 3 },
    ];
    const { text } = mail({ behind: [{ ...ann, reasons }], behindTotal: 1 });
    expect(text.split('\n').slice(10, -3)).toEqual([
      '- Ann Archer is 19 behind: 5 of 24.',
      `  Show the contacts: https://crm.example/progress?kind=contacts&userId=7&${week}`,
      '- Ann Archer holds 6 untouched leads.',
      '  Show the leads: https://crm.example/progress?kind=new&userId=7',
      '- Ann Archer has 1 overdue follow-up.',
      '  Show the leads: https://crm.example/progress?kind=overdue&userId=7',
      '- Ann Archer tried only 3 leads last week.',
      `  Show the leads: https://crm.example/progress?kind=attempts&userId=7&${week}`,
    ]);
  });

  it('says that a user tried no lead', () => {
    const { text } = mail({ behind: [{ ...ann, reasons: [{ kind: 'attempts', count: 0 }] }], behindTotal: 1 });
    expect(text).toContain('- Ann Archer tried no lead last week.');
  });

  it('links the users whom it does not name to the page of the team', () => {
    const { text } = mail({ behind: [ann], behindTotal: 4 });
    expect(text).toContain('- 3 more are behind.\n  Team Progress: https://crm.example/progress\n');
    expect(text).not.toContain('Nobody missed');
    expect(mail({ behind: [ann], behindTotal: 1 }).text).not.toContain('more are behind');
  });
});
