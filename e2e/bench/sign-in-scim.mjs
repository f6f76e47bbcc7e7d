// npm run bench -- sign-in --only scim [--people N]
// Provisions people by SCIM as Entra ID does: a search and a POST for each, then groups that give roles and teams, while
// others sign in with passwords. Passes if 5,000 people take less than 3 minutes, no sign-in and no request fails, each
// exists once, and a deactivation ends an open session within a second.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { password, startProduct } from './product.mjs';

const atOnce = 8;
const membersPerRequest = 100;
const bounds = { seconds: 180, people: 5_000, sessionMs: 1_000 };
const patchOp = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];

export async function run(port, args) {
  const { values } = parseArgs({ args, strict: false, options: { people: { type: 'string', default: '5000' } } });
  const people = Number(values.people);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'lead-finder-bench-scim-'));
  const product = await startProduct(dataDir, port, { TRUST_PROXY: '1', LOG_LEVEL: 'error' });
  try {
    return await measure(product.url, people);
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Returns a function that sends JSON and throws for other statuses than the expected ones. */
function client(url, headers = {}) {
  const own = { 'content-type': 'application/json', ...headers };
  return async (method, at, body, expected = [200, 201, 204]) => {
    const answer = await fetch(`${url}${at}`, {
      method,
      headers: own,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const cookie = answer.headers.getSetCookie()[0];
    if (cookie) own.cookie = cookie.split(';')[0];
    const text = await answer.text();
    if (!expected.includes(answer.status)) throw new Error(`${method} ${at} answered ${answer.status}: ${text}`);
    return { status: answer.status, body: text && JSON.parse(text) };
  };
}

/** Calls `act` for each item, `atOnce` at a time. */
async function each(items, act) {
  const left = [...items.entries()];
  const worker = async () => {
    for (let next = left.shift(); next; next = left.shift()) await act(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function measure(url, people) {
  const admin = client(url);
  const account = (username) => ({ username, email: `${username}@example.com`, fullName: 'Ada Admin', password });
  await admin('POST', '/api/register', account('ada'));
  const leaver = (await admin('POST', '/api/users', account('leaver'))).body;
  const form = { name: 'Company', issuer: 'https://id.example.com', clientId: 'lead-finder' };
  const { id } = (await admin('POST', '/api/identity-providers', form)).body;
  const provider = `/api/identity-providers/${id}`;
  const { token } = (await admin('POST', `${provider}/scim-tokens`)).body;
  const send = client(url, { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' });
  const scim = (method, at, body) => send(method, `/scim/v2${at}`, body);

  const signIns = beginSignIns(url);
  const began = performance.now();
  const ids = await provisionPeople(scim, people);
  const createdAfter = performance.now() - began;
  await provisionGroups(admin, scim, provider, ids);
  const seconds = (performance.now() - began) / 1_000;
  const { times, failures } = await signIns.stop();

  const total = (await scim('GET', '/Users?count=1')).body.totalResults;
  const sessionMs = await endOfSession(url, admin, scim, provider, leaver.id);
  const median = times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
  console.log(`${people} people created after ${(createdAfter / 1_000).toFixed(1)} s`);
  return [
    [
      `${people} people with their groups, roles and teams in ${seconds.toFixed(1)} s, at most ${bounds.seconds} for ${bounds.people}`,
      seconds <= (bounds.seconds * people) / bounds.people,
    ],
    [`${total} people exist`, total === people],
    [`${times.length} sign-ins beside it, median ${median.toFixed(0)} ms, ${failures} failed`, failures === 0],
    [
      `the session of a deactivated user ended after ${sessionMs.toFixed(0)} ms, at most ${bounds.sessionMs}`,
      sessionMs <= bounds.sessionMs,
    ],
  ].reduce((all, [text, passed]) => {
    console.log(`${passed ? 'pass' : 'FAIL'}  ${text}`);
    return all && passed;
  }, true);
}

async function provisionPeople(scim, people) {
  const ids = [];
  await each(Array.from({ length: people }), async (_, at) => {
    const userName = `person${at}@example.org`;
    const { body: found } = await scim('GET', `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`);
    if (found.totalResults !== 0) throw new Error(`${userName} exists already`);
    const created = await scim('POST', '/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      externalId: `object-${at}`,
      userName,
      active: true,
      displayName: `Person ${at}`,
      emails: [{ primary: true, type: 'work', value: userName }],
      name: { familyName: String(at), givenName: 'Person' },
    });
    ids[at] = created.body.id;
  });
  return ids;
}

/** Ten groups with a role and a team each. Returns when all members have them. */
async function provisionGroups(admin, scim, provider, ids) {
  const parts = Array.from({ length: 10 }, (_, at) => ids.filter((_id, index) => index % 10 === at));
  const rules = [];
  for (const [at] of parts.entries()) {
    const group = (await scim('POST', '/Groups', { displayName: `Group ${at}` })).body;
    const team = (await admin('POST', '/api/teams', { name: `Team ${at}` })).body;
    rules.push({ groupId: Number(group.id), role: at === 0 ? 'manager' : 'user', teamId: team.id });
  }
  await admin('PUT', `${provider}/group-rules`, { rules });
  const requests = parts.flatMap((members, at) =>
    Array.from({ length: Math.ceil(members.length / membersPerRequest) }, (_, chunk) => ({
      groupId: rules[at].groupId,
      members: members.slice(chunk * membersPerRequest, (chunk + 1) * membersPerRequest),
    })),
  );
  await each(requests, ({ groupId, members }) =>
    scim('PATCH', `/Groups/${groupId}`, {
      schemas: patchOp,
      Operations: [{ op: 'Add', path: 'members', value: members.map((value) => ({ value })) }],
    }),
  );
  const left = async () => (await admin('POST', `${provider}/group-rules/preview`, { rules })).body.total;
  while ((await left()) > 0) await pause(500);
}

/** Signs one user in again and again, from a new network each time. */
function beginSignIns(url) {
  const times = [];
  let failures = 0;
  let isOver = false;
  const work = async () => {
    for (let at = 0; !isOver; at++) {
      const began = performance.now();
      const headers = { 'x-forwarded-for': `198.18.${(at >> 8) & 255}.${at & 255}` };
      await client(url, headers)('POST', '/api/login', { username: 'ada', password }, [200]).catch((error) => {
        failures += 1;
        console.log(error.message);
      });
      times.push(performance.now() - began);
      await pause(200);
    }
  };
  const working = work();
  return {
    stop: async () => {
      isOver = true;
      await working;
      return { times, failures };
    },
  };
}

/** Returns how long after the request that deactivates the user the open session still works. */
async function endOfSession(url, admin, scim, provider, userId) {
  await admin('POST', `${provider}/provisioned-users`, { userId });
  const user = client(url);
  await user('POST', '/api/login', { username: 'leaver', password });
  await user('GET', '/api/user');
  await scim('PATCH', `/Users/${userId}`, {
    schemas: patchOp,
    Operations: [{ op: 'Replace', path: 'active', value: 'False' }],
  });
  const began = performance.now();
  while ((await user('GET', '/api/user', undefined, [200, 401])).status === 200) await pause(10);
  return performance.now() - began;
}
