// npm run bench -- sign-in --only times [--tries N]
// Checks that response times do not reveal whether an account exists: sign-in with a wrong password for a known, an unknown,
// and a deactivated account, for a locked account and an identifier without one that is locked too, and forgot-password for a
// known and an unknown address, all in random order.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startProduct } from './product.mjs';

const maxApartMs = 5;
const lockoutFailures = 100;
const password = 'Correct-Horse-9';
const wrong = 'Wrong-Horse-9';
// Only the two identifiers of the locked kinds must lock.
const settings = { LOCKOUT_FAILURES: String(lockoutFailures), TRUST_PROXY: '1', LOG_LEVEL: 'error' };

export async function run(port, args) {
  const { values } = parseArgs({ args, strict: false, options: { tries: { type: 'string', default: '200' } } });
  const tries = Number(values.tries);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'lead-finder-bench-sign-in-'));
  const product = await startProduct(dataDir, port, settings);
  try {
    const kinds = await prepare(product.url, tries);
    return report(await measure(kinds, tries));
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Adds the accounts. Returns the kinds of calls. */
async function prepare(url, tries) {
  let cookie = '';
  let calls = 0;
  /** Returns a new network for each call, so that no rate limit refuses it. */
  const network = () => `198.18.${(calls >> 8) & 255}.${calls++ & 255}`;
  async function post(at, body) {
    const answer = await fetch(`${url}${at}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': network(), cookie },
      body: JSON.stringify(body),
    });
    const given = answer.headers.getSetCookie()[0];
    if (given) cookie = given.split(';')[0];
    const text = await answer.text();
    return { status: answer.status, body: text && JSON.parse(text) };
  }

  /** Returns enough account names that none of them locks. */
  const names = (kind) =>
    Array.from({ length: Math.ceil((tries * 2) / lockoutFailures) }, (_, at) => `${kind}${at + 1}`);
  async function addUser(username) {
    const account = { username, email: `${username}@example.com`, fullName: 'Some Body', password };
    return (await post('/api/users', account)).body.id;
  }
  const signIn = (username) => () => post('/api/login', { username, password: wrong });
  const forgot = (username) => () => post('/api/auth/forgot-password', { email: `${username}@example.com` });

  await post('/api/register', { username: 'ada', fullName: 'Ada Admin', email: 'ada@example.com', password });
  for (const username of [...names('known'), 'locked']) await addUser(username);
  for (const username of names('gone'))
    await post(`/api/users/${await addUser(username)}/set-active-status`, { active: false });
  cookie = '';
  for (let failure = 0; failure < lockoutFailures; failure++)
    for (const username of ['locked', 'lockedghost']) await signIn(username)();
  return {
    'sign-in, known': { status: 401, calls: names('known').map(signIn) },
    'sign-in, unknown': { status: 401, calls: names('ghost').map(signIn) },
    'sign-in, deactivated': { status: 401, calls: names('gone').map(signIn) },
    'locked sign-in, known': { status: 423, calls: [signIn('locked')] },
    'locked sign-in, unknown': { status: 423, calls: [signIn('lockedghost')] },
    'forgot-password, known': { status: 200, calls: names('known').map(forgot) },
    'forgot-password, unknown': { status: 200, calls: names('ghost').map(forgot) },
  };
}

/** Returns the times of each kind in milliseconds, without the first tenth, which warms up. */
async function measure(kinds, tries) {
  const times = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  for (let round = 0; round < tries * 1.1; round++) {
    for (const [kind, { status, calls }] of Object.entries(kinds).sort(() => Math.random() - 0.5)) {
      const began = performance.now();
      const answer = await calls[round % calls.length]();
      const passed = performance.now() - began;
      if (answer.status !== status) throw new Error(`${kind} answered ${answer.status}`);
      if (round >= tries * 0.1) times[kind].push(passed);
    }
  }
  return times;
}

const at = (times, part) => times.toSorted((a, b) => a - b)[Math.floor(times.length * part)];

function report(times) {
  const medians = { 'sign-in': [], 'locked sign-in': [], 'forgot-password': [] };
  for (const [kind, each] of Object.entries(times)) {
    medians[kind.split(',')[0]].push(at(each, 0.5));
    const figures = [0.05, 0.5, 0.95].map((part) => at(each, part).toFixed(1).padStart(8)).join('');
    console.log(`${kind.padEnd(28)}${figures} ms (5 %, median, 95 % of ${each.length})`);
  }
  return Object.entries(medians).every(([call, each]) => {
    const apart = Math.max(...each) - Math.min(...each);
    const passed = apart <= maxApartMs;
    console.log(`${passed ? 'pass' : 'FAIL'}  ${call}: medians ${apart.toFixed(1)} ms apart, at most ${maxApartMs}`);
    return passed;
  });
}
