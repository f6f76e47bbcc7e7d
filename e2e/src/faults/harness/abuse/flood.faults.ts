import type { Fault } from '../fault.js';
import { password } from '../user-client.js';
import { usernames } from '../team.js';
import { abuse } from './abuse.js';
import { answersOf } from './attack.js';
import { forgedCursor } from './forged-cursors.js';
import { rawJson, rawRequest } from './raw-request.js';

const numbered = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const everyMs = 20;

const resets = 4_000;
const maxResets = 3_000;
const maxMails = 5;

const resetMails = abuse({
  name: 'reset-mails',
  what: `${resets} reset mails are requested from 45 networks, half of them for the users at work, half for unknown addresses`,
  networks: 45,
  attack: () => ({
    kind: 'flood',
    requests: numbered(resets, (n) =>
      rawJson('/api/auth/forgot-password', {
        email: `${n % 2 ? usernames[(n >> 1) % usernames.length] : `unknown${n}`}@example.com`,
      }),
    ),
    count: resets,
    connections: 45,
    wave: 8,
    everyMs,
  }),
  show: async (stage, report) => {
    const seen = JSON.stringify(report);
    stage.expect(
      `${maxResets} are taken at most: ${seen}`,
      answersOf(report, 200) <= maxResets && answersOf(report, 200) > 0,
    );
    const mails = await stage.world.records.rows<{ recipient: string; count: number }>(
      'select recipient, count(*)::int as count from users.mails group by 1',
    );
    const maxReceived = Math.max(...mails.map(({ count }) => count));
    stage.expect(
      `an account gets ${maxMails} mails at most: ${JSON.stringify(mails)}`,
      mails.length > 0 && maxReceived <= maxMails,
    );
  },
});

const wrongPasswords = 1_000;

const lockOut = abuse({
  name: 'lock-out',
  what: `${wrongPasswords} wrong passwords from 20 networks lock every account by its user name and its e-mail address; the users at work still sign in`,
  networks: 20,
  attack: () => ({
    kind: 'flood',
    requests: numbered(wrongPasswords, (n) => {
      const name = usernames[(n >> 1) % usernames.length]!;
      return rawJson('/api/login', { username: n % 2 ? name : `${name}@example.com`, password: `Wrong-Horse-${n}` });
    }),
    count: wrongPasswords,
    connections: 40,
    wave: 2,
    everyMs,
  }),
  show: async (stage, report) => {
    const seen = JSON.stringify(report);
    stage.expect(
      `strangers are locked out: ${seen}`,
      answersOf(report, 423) > wrongPasswords / 2 && answersOf(report, 200) === 0,
    );
    const locked = await stage.world.records.rows<{ username: string }>(
      'select username from users.users where locked_until > now()',
    );
    stage.expect(
      `every account is locked: ${JSON.stringify(locked)}`,
      usernames.every((name) => locked.some(({ username }) => username === name)),
    );
  },
  afterwards: async ({ world }) => {
    for (const name of usernames) {
      const unlocked = await world.admin.send('POST', `/api/users/${world.user(name).id}/unlock`);
      if (unlocked.kind !== 'done') throw new Error(unlocked.why);
    }
  },
});

const signIns = 1_000;

const signInBurst = abuse({
  name: 'sign-ins',
  what: `${signIns} sign-ins from 40 networks in bursts of 100, half of them right ones of one account, half with unknown names`,
  networks: 40,
  attack: (_stage, { username }) => ({
    kind: 'flood',
    requests: numbered(signIns, (n) =>
      rawJson('/api/login', n % 2 ? { username, password } : { username: `unknown${n}`, password: `Wrong-Horse-${n}` }),
    ),
    count: signIns,
    connections: 80,
    wave: 100,
    everyMs: 1_000,
  }),
  show: (stage, report) => {
    const seen = JSON.stringify(report);
    stage.expect(
      `right ones are let in, wrong ones are not: ${seen}`,
      answersOf(report, 200) > 0 && answersOf(report, 401) > 0,
    );
  },
});

const changes = 900;

/** The limit counts by account, so the attacker shares the network of the users at work. */
const changePassword = abuse({
  name: 'change-password',
  what: `one user tries ${changes} times to change the own password, in bursts of 100, with a wrong present password or a guessable new one`,
  networks: 0,
  attack: (_stage, { cookie }) => ({
    kind: 'flood',
    requests: numbered(changes, (n) => {
      const change =
        n % 2
          ? { currentPassword: `Wrong-Horse-${n}`, newPassword: 'Another-Horse-7' }
          : { currentPassword: password, newPassword: 'Password1' };
      return rawJson('/api/user/change-password', change, { cookie });
    }),
    count: changes,
    connections: 30,
    wave: 100,
    everyMs: 1_000,
  }),
  show: (stage, report) => {
    const seen = JSON.stringify(report);
    stage.expect(
      `ten attempts are looked at, and none succeeds: ${seen}`,
      answersOf(report, 400, 423) <= 10 && answersOf(report, 200) === 0,
    );
  },
});

const jsonBodies = 700;
const deep = 5_000;
const widest = 1_000_000;

const json = abuse({
  name: 'json',
  what: `${jsonBodies} JSON bodies from two networks, ${deep} levels deep, a megabyte wide, or as wide and deep as the limits allow`,
  networks: 2,
  attack: (_stage, { cookie }) => {
    const bodies = [
      '['.repeat(deep) + ']'.repeat(deep),
      `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`,
      '['.repeat(deep),
      `[${'1,'.repeat(widest / 2 - 2)}1]`,
      `{${numbered(widest / 16, (n) => `"${String(n).padStart(9, 'k')}":1`).join(',')}}`,
      `{"username":[${'1,'.repeat(9_000)}1],"password":${'['.repeat(30)}${']'.repeat(30)}}`,
      `{"ids":[${numbered(9_900, (n) => n).join(',')}]}`,
    ];
    return {
      kind: 'flood',
      requests: bodies.flatMap((body) => [
        rawRequest('POST', '/api/login', { body }),
        rawRequest('POST', '/api/bulk/delete', { body, cookie }),
      ]),
      count: jsonBodies,
      connections: 14,
      wave: 7,
      everyMs: 100,
    };
  },
  show: (stage, report) => {
    const seen = JSON.stringify(report);
    stage.expect(
      `all are refused: ${seen}`,
      answersOf(report, 200) === 0 && answersOf(report, 400, 413) > jsonBodies / 2,
    );
  },
});

const cursors = 10_000;

/** The limit counts by user, so the attacker shares the network of the users at work. */
const forgedCursors = abuse({
  name: 'cursors',
  what: `one user requests lists with ${cursors} forged cursors`,
  networks: 0,
  attack: ({ dice }, { cookie }) => ({
    kind: 'flood',
    requests: numbered(cursors, () => rawRequest('GET', forgedCursor(dice), { cookie })),
    count: cursors,
    connections: 20,
    wave: 20,
    everyMs,
  }),
  show: (stage, report) => {
    const seen = JSON.stringify(report);
    stage.expect(
      `they are refused: ${seen}`,
      answersOf(report, 400, 403, 429) > cursors / 2 && report.sent >= cursors * 0.9,
    );
  },
});

export const floodFaults: readonly Fault[] = [resetMails, lockOut, signInBurst, changePassword, json, forgedCursors];
