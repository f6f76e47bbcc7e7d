import { isWorthMailing, summaryMail, type DaySummary } from './summary-mail.rules.js';

const noWork = {
  userId: 7,
  newLeads: 0,
  overdue: 0,
  dueToday: 0,
  attempts: 0,
  won: 0,
  lost: 0,
  unread: 0,
  wantsSummary: true,
  wantsBrief: true,
};
const summary = (work: Partial<DaySummary['work']> = {}, yesterday = 0): DaySummary => ({
  name: 'Ann Archer',
  yesterday,
  week: { count: 5, target: 24 },
  work: { ...noWork, ...work },
});

describe('The daily summary', () => {
  it('is not sent to a user who has nothing to read in it', () => {
    expect(isWorthMailing(summary({ won: 3, lost: 2, attempts: 4 }))).toBe(false);
  });

  it.each(['dueToday', 'overdue', 'newLeads', 'unread'] as const)('is sent if only %s has a number', (field) => {
    expect(isWorthMailing(summary({ [field]: 1 }))).toBe(true);
  });

  it('is sent after a day with a contact', () => expect(isWorthMailing(summary({}, 1))).toBe(true));

  it('lists what is due, what waits, and the progress of the week', () => {
    const { subject, text } = summaryMail(
      summary({ dueToday: 2, overdue: 3, newLeads: 4, unread: 5 }, 6),
      'https://crm.example',
    );
    expect(subject).toBe('Your day: 5 follow-ups due');
    expect(text.split('\n')).toEqual([
      'Good morning Ann Archer,',
      '',
      '- 2 follow-ups are due today, 3 overdue.',
      '  My day: https://crm.example/my-day',
      '- 4 leads are still New.',
      '  Your leads: https://crm.example/crm',
      '- 5 notifications are unread.',
      '- Yesterday you made 6 contacts; this week 5 of 24.',
      '',
      'You can switch this mail off in Lead Finder, in the settings of your notifications.',
      '',
    ]);
  });

  it('uses the singular for one', () => {
    const { subject, text } = summaryMail(summary({ dueToday: 1, newLeads: 1, unread: 1 }, 1), 'https://crm.example');
    expect(subject).toBe('Your day: 1 follow-up due');
    expect(text).toContain('- 1 follow-up is due today, 0 overdue.');
    expect(text).toContain('- 1 lead is still New.');
    expect(text).toContain('- 1 notification is unread.');
    expect(text).toContain('- Yesterday you made 1 contact; this week 5 of 24.');
  });
});
