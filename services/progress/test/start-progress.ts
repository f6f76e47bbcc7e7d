import {
  getTeamWork,
  leadStatusChanged,
  listTeamWork,
  mailsComposed,
  userChanged,
  type KnownUser,
  type MemberWork,
  type OutputOf,
  type ParsedInputOf,
  type PayloadOf,
} from '@lead-finder/contracts';
import { unavailable, type EventTransport } from '@lead-finder/platform';
import { fake, fakeUsers, startTestService, TestClock, testUser, type Branches } from '@lead-finder/testing';
import { progress } from '../src/index.js';
import { ScheduledMails } from '../src/schedule/scheduled-mails.js';

/** The work of each user at the leads service, and the requests for it. */
class KnownWork {
  readonly of = new Map<number, Partial<MemberWork>>();
  readonly asked: ParsedInputOf<typeof getTeamWork>[] = [];
  readonly listed: ParsedInputOf<typeof listTeamWork>[] = [];
  list: OutputOf<typeof listTeamWork> = { leads: [], total: 0 };
  isAway = false;

  /** The working days of users in teams. */
  readonly days = new Map<number, number[]>();
  readonly daysOff = new Map<number, string[]>();

  readonly fakes = [
    fake(getTeamWork, (asked) => {
      if (this.isAway) throw unavailable('The leads service');
      this.asked.push(asked);
      return asked.userIds.map((userId) => ({ userId, ...noWork, ...this.of.get(userId) }));
    }),
    fake(listTeamWork, (asked) => {
      this.listed.push(asked);
      return this.list;
    }),
  ];
}

const noWork = {
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

export type Mail = PayloadOf<typeof mailsComposed>['mails'][number];
export type StatusChanged = PayloadOf<typeof leadStatusChanged>;
type MovedLead = Partial<StatusChanged['leads'][number]> & { leadId: number };
type Change = Partial<Omit<StatusChanged, 'leads'>>;

/** Starts the progress service with the work that the spec gives its users. */
export async function startProgress(now: string, timeZone = 'UTC', events?: EventTransport) {
  const clock = new TestClock(now);
  const users = new Map<number, KnownUser>();
  const work = new KnownWork();
  const branches: Branches = new Map();
  const service = await startTestService(progress, {
    environment: { TIME_ZONE: timeZone, PUBLIC_URL: 'https://leads.example' },
    clock,
    branches,
    workingDays: work.days,
    daysOff: work.daysOff,
    fakes: [fakeUsers((id) => users.get(id)), ...work.fakes],
    ...(events && { events }),
  });
  const signalled: number[] = [];
  service.changeSignals.subscribe('push.user.*', (_, subject) => signalled.push(Number(subject.split('.').at(-1))));

  return {
    ...service,
    clock,
    users,
    work,
    branches,
    /** The ids of the users whose pages got a change signal. */
    signalled,
    /** Returns the mails for the users service, in the order of the events. */
    mails: async () => (await service.emitted(mailsComposed, 0)).flatMap(({ mails }) => mails),
    /** Sends due mails, as each replica does twice a minute. */
    mailWhatIsDue: () => service.get(ScheduledMails).run(),
    member: (user: Partial<KnownUser> & { id: number }, at = clock.now()) =>
      service.publish(userChanged, testUser(user), { occurredAt: at.toISOString() }),
    contact: (leads: MovedLead[], change: Change = {}) =>
      service.publish(leadStatusChanged, statusChanged(leads, { at: clock.now().toISOString(), ...change })),
  };
}

export type ProgressWorld = Awaited<ReturnType<typeof startProgress>>;

export const statusChanged = (leads: MovedLead[], change: Change & { at: string }): StatusChanged => ({
  changedBy: 1,
  job: null,
  ...change,
  leads: leads.map((lead) => ({
    userId: 1,
    businessName: `Business ${lead.leadId}`,
    from: 'new',
    to: 'in_progress',
    firstContact: true,
    ...lead,
  })),
});
