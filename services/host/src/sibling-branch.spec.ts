import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as contracts from '@lead-finder/contracts';
import type { Actor, FoundBusiness, RequestContract } from '@lead-finder/contracts';
import type { AppError } from '@lead-finder/platform';
import { TestClock } from '@lead-finder/testing';
import { aimedInputs } from '../test/aimed-inputs.js';
import { type Pool } from '../test/fuzzed-requests.js';
import { pushDevice } from '../test/route-table.js';
import { startSystem, type System } from '../test/start-system.js';
import { password } from '../test/visitor.js';
import { exportPersonalData } from './personal-data/personal-data.js';

/** Every text of the other branch has it, no request sends it, and no random token of an answer has it by chance. */
const secret = 'zqzqzqzq';
const perContract = 6;
/** All requests of all services, but the sign-in, which counts failed attempts. */
const requests = (Object.values(contracts) as unknown as RequestContract[]).filter(
  ({ kind, subject }) => kind === 'request' && subject !== 'users.sign-in',
);
const uuids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
/** Each manager creates tokens in this spec, which have new ids and new texts. */
const ownTokens = /"id":\d+,("name":"text",)"beginsWith":"[\w-]+"/g;
/** As many as the ids of the team beside. */
const unknown = [9_000_003, 9_000_004, 9_000_005, 9_000_006, 9_000_007, 9_000_008, 9_000_009];

describe('two managers of one team send the same requests, one of them with the ids of the team beside it', () => {
  let system: System;
  let folder: string;
  let stranger: Actor;
  let sibling: Actor;
  let admin: Actor;
  let top: number;
  let owner: Actor;

  beforeAll(async () => {
    system = await startSystem('inside one process', {}, new TestClock(new Date()));
    await separateIds();
    folder = await mkdtemp(path.join(os.tmpdir(), 'sibling-branch-'));
    [stranger, sibling] = [await actorOf('first', 'manager'), await actorOf('second', 'manager')];
    admin = { ...(await system.ada.get<Actor>('/api/user')).body, role: 'admin' };
    top = await team('Top', [], []);
    const east = await team('East', [stranger, sibling], [], top);
    stranger = { ...stranger, teams: [east] };
    sibling = { ...sibling, teams: [east] };
  }, 120_000);
  afterAll(async () => {
    await system?.stop();
    await rm(folder, { recursive: true });
  }, 60_000);

  /** The ids of two tables are never equal, so that a request with the ids of the team beside names nothing else. */
  async function separateIds(): Promise<void> {
    let next = 0;
    for (const database of contracts.serviceNames.map((name) => system.databaseOf(name))) {
      const sequences = await database.query<{ name: string }>(
        "select format('%I.%I', schemaname, sequencename) as name from pg_sequences where schemaname = current_schema()",
      );
      for (const { name } of sequences) await database.query(`alter sequence ${name} restart with ${(next += 10_000)}`);
    }
  }

  async function actorOf(username: string, role: Actor['role']): Promise<Actor> {
    const { id } = await system.createUser(username, role);
    return { id, username, fullName: `${username} Example`, role };
  }
  async function team(name: string, managers: Actor[], people: Actor[], parentId: number | null = null) {
    const form = { name, parentId, managerIds: managers.map(({ id }) => id), goal: 77 };
    const { id } = await system.call(contracts.createTeam, admin, form);
    const userIds = people.map((each) => each.id);
    if (userIds.length > 0) await system.call(contracts.setTeamOfUsers, admin, { teamId: id, userIds });
    return id;
  }

  function poolOf(
    people: number[],
    leads: number[],
    others: number[],
    uuid: string = randomUUID(),
    key = 'none',
  ): Pool {
    const any = [...people, ...leads, ...others];
    return {
      ...Object.fromEntries(
        ['id', 'jobId', 'searchId', 'activityId', 'importId', 'teamId', 'tokenId'].map((name) => [name, any]),
      ),
      ...Object.fromEntries(
        ['userId', 'newUserId', 'newUserIds', 'userIds', 'managerId', 'standInId'].map((name) => [name, people]),
      ),
      ids: any,
      uuid: [uuid],
      key: [key],
      expected: [leads[0]],
      q: ['Hidden', 'Mill'],
      tag: ['Hidden'],
      tags: ['Hidden', 'Seen'],
      newTag: ['Seen'],
      state: ['TX'],
      county: ['Travis'],
      phone: ['5125550199'],
      near: ['30.3,-97.8'],
      bbox: ['-98,30,-97,31'],
      placeIds: ['place-unknown'],
      country: ['US'],
      year: [2026],
      day: ['2026-07-03'],
      from: ['2026-01-01', '2026-01-01T00:00:00Z'],
      to: ['2026-03-31'],
      page: [1],
      pageSize: [100],
      email: ['somebody@example.com'],
      username: ['new.one'],
      password: [password],
      currentPassword: [password],
      newPassword: [password],
      timeZone: ['Asia/Kolkata'],
      workingDays: [1],
      endpoint: ['https://push.example/2'],
      untouchedDays: [20],
      remindDays: [5],
      coolDownDays: [30],
      shared: [false],
      p256dh: [pushDevice.keys.p256dh],
      auth: [pushDevice.keys.auth],
      issuer: ['https://login.example.com'],
      url: ['https://hooks.invalid/'],
      token: ['made-up'],
    };
  }

  /** Fills the team beside with a user who has something of everything, and returns its ids. */
  async function fillTeamBeside(): Promise<Pool> {
    const { call } = system;
    owner = await actorOf(`${secret}owner`, 'user');
    const west = await team(`West ${secret}`, [await actorOf(`${secret}boss`, 'manager')], [owner], top);
    const lead = await assigned(owner);
    const ref = { id: lead.id };
    await call(contracts.setContacts, owner, { ref, contacts: [{ name: `${secret} contact`, phone: '5125550199' }] });
    await call(contracts.setNotes, owner, { ref, notes: `Hidden ${secret}` });
    const plan = { type: 'call', notes: `Hidden ${secret}`, scheduledOn: '2020-01-02' } as const;
    const { activity } = await call(contracts.addActivity, owner, { ref, ...plan });
    await call(contracts.bulkSetStatus, owner, { ids: [lead.id], status: 'in_progress' });
    const job = await call(contracts.startBulkJob, owner, { action: 'add-tags', tags: [`${secret} job`], filter: {} });
    const { leave } = await call(contracts.addLeave, owner, { from: '2027-07-05', to: '2027-07-09' });
    const view = { name: `Hidden ${secret}`, isDefault: false, query: '', filter: { q: 'Hidden' } };
    const { key } = await call(contracts.saveView, owner, { ...view, shared: false });
    await call(contracts.saveView, admin, { ...view, shared: false, teamId: west });
    const device = await call(contracts.addPushDevice, owner, { ...pushDevice, name: `Phone of ${secret}` });
    const token = await call(contracts.createOwnToken, owner, { name: `Script of ${secret}`, scopes: ['leads:read'] });
    await system.fingerprint();
    const { notifications } = await call(contracts.listNotifications, owner, {});
    await system.eventually(async () => {
      const { jobs } = await call(contracts.listBulkJobs, owner, {});
      expect(jobs[0]).toMatchObject({ id: job.id, status: 'completed' });
    });
    const others = [activity.id, west, device.id, notifications[0]!.id, job.id, leave.id, token.id];
    return poolOf([owner.id], [lead.id], others, lead.uuid, key);
  }

  async function assigned(user: Actor) {
    const business: Record<string, unknown> = {
      ...Object.fromEntries(Object.keys(contracts.foundBusiness.shape).map((name) => [name, null])),
      placeId: 'place-beside',
      name: `Hidden Mill ${secret}`,
      formattedAddress: '1 Main St, Austin, TX 78701, USA',
      phone: '5125550199',
      latitude: 30.3,
      longitude: -97.8,
      types: ['bakery'],
      photoReferences: [],
    };
    const found = { provider: 'sample', businesses: [business as FoundBusiness] };
    const { businesses } = await system.call(contracts.registerBusinesses, admin, found);
    const lead = { userId: user.id, businessId: businesses[0]!.id, tags: ['Hidden', `${secret} tag`] };
    return (await system.call(contracts.assignBusiness, admin, lead)).userBusiness;
  }

  /** Returns the answers by subject. Those of changes hold new ids, so only whether they were accepted. */
  async function answersTo(actor: Actor, pool: Pool): Promise<Map<string, string[]>> {
    const answers = new Map<string, string[]>();
    for (const contract of requests) {
      const inputs = aimedInputs(contract, pool, perContract);
      expect(`${contract.subject}: ${inputs.length > 0}`).toBe(`${contract.subject}: true`);
      const list: string[] = [];
      for (const input of inputs) list.push(await answerTo(contract, actor, input));
      answers.set(contract.subject, list);
    }
    return answers;
  }
  const answerTo = (contract: RequestContract, actor: Actor, input: unknown): Promise<string> =>
    system.call(contract, actor, input).then(
      (value) => {
        const text = JSON.stringify(value);
        expect(`${contract.subject}: ${text}`).not.toContain(secret);
        return contract.repeatable ? text.replace(uuids, '').replace(ownTokens, '$1') : 'accepted';
      },
      ({ kind, message }: AppError) => {
        expect(`${contract.subject}: ${message}`).not.toContain(secret);
        // docs/product/roles-and-permissions.md#another-users-lead
        const namesLead = JSON.stringify(input).match(/"(ref|activityId)"/);
        return namesLead && kind === 'forbidden' ? 'not_found' : kind;
      },
    );
  /** Hides which of the two managers asked, and the positions of changes, which count those of all users. */
  const anonymous = (answers: Map<string, string[]>, { id, username }: Actor) =>
    Object.fromEntries(
      [...answers].map(([subject, list]) => [
        subject,
        list.map((text) =>
          text
            .replaceAll(username, 'self')
            .replace(/"id":"\d+-\d+"|"timestamp":"[^"]*"|(?<="changes":.*)"nextCursor":"[^"]*"/g, '')
            .replace(new RegExp(`"(id":${id},"(?:username|fullName|role)|userId":${id}\\b)`, 'g'), '"self'),
        ),
      ]),
    );
  const dataOfOwner = async () => {
    await system.fingerprint();
    const file = path.join(folder, randomUUID());
    await exportPersonalData([owner.username, file], { DATABASE_URL: system.databaseUrl, LOG_LEVEL: 'silent' });
    const data = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    // These change without a request.
    delete data['progress: days of mails'];
    delete data['leads: words of leads'];
    return data;
  };

  it('and get the same answers without a word of the team beside, whose data stays as it is', async () => {
    const before = anonymous(await answersTo(stranger, poolOf([9_000_001], [9_000_002], unknown)), stranger);
    const beside = await fillTeamBeside();
    const stored = await dataOfOwner();
    const after = anonymous(await answersTo(sibling, beside), sibling);
    expect(after).toEqual(before);
    expect(await dataOfOwner()).toEqual(stored);
  }, 180_000);
});
