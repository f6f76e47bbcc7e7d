// npm run bench -- sign-in --only providers
// Measures sign-ins by an OpenID provider that runs here as a process of its own.
//
// A sign-in is the start (the page asks where to go) and the end (the provider sent the browser back: the product exchanges
// the code, checks the tokens and opens a session). Between both, people are at their provider: here that takes three
// requests to it, which are not the product's work, so their time is not counted. The provider's part of the end is: it
// makes and signs the tokens on the same cores.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as oidc from 'openid-client';
import { benchLines, count } from './bench-lines.mjs';
import { p95, percentile, visitor } from './load.mjs';
import { password, processesOf, startProduct } from './product.mjs';

const people = 1_000;
const rounds = 3;
const warmUp = 300;
/** So many sign-ins are at the provider at the same time, which forgets more. */
const atOnce = 100;
const connections = 16;
const bounds = { perSecond: 100, finishMs: 500, readMs: 250, ofBare: 0.3, cpuMs: 12, firstCpuMs: 20 };

export async function run(port) {
  const { line, sum } = benchLines();
  const provider = await startProvider();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'lead-finder-bench-providers-'));
  const settings = { INTERNAL_IDENTITY_PROVIDERS: provider.issuer, TRUST_PROXY: '1', LOG_LEVEL: 'error' };
  const product = await startProduct(dataDir, port, settings);
  const client = visitor(product.url, connections);
  const atProvider = visitor(provider.issuer, connections);
  try {
    const setUp = await signInSetUp(client, provider, (address) => authorize(atProvider, address, 'admin'));
    const bare = await bareExchanges(provider, atProvider, setUp);
    // A runtime makes fast what it does often: neither side is measured cold.
    for (let from = 0; from < warmUp; from += atOnce) {
      const names = Array.from({ length: atOnce }, (_, index) => `warm${from + index}`);
      await signInAll({ client, atProvider, id: setUp.id, names, failures: [] });
    }
    const before = await provider.state();
    const reads = readsMeanwhile(product.url, setUp.cookie);
    const names = Array.from({ length: people }, (_, index) => `person${index}`);
    const times = { first: [], again: [] };
    const seconds = { first: 0, again: 0 };
    const failures = [];
    const cpu = { first: 0, again: 0 };
    for (let round = 0; round < rounds; round++) {
      const kind = round === 0 ? 'first' : 'again';
      const used = cpuSeconds(product.pid);
      for (let from = 0; from < people; from += atOnce) {
        const chunk = names.slice(from, from + atOnce);
        const { passed, finishes } = await signInAll({ client, atProvider, id: setUp.id, names: chunk, failures });
        seconds[kind] += passed;
        times[kind].push(...finishes);
      }
      cpu[kind] += cpuSeconds(product.pid) - used;
    }
    const readTimes = await reads.stop();
    const after = await provider.state();
    report({ line, bare, before, after, cpu, times, seconds, failures, readTimes });
    return sum();
  } finally {
    for (const each of [client, atProvider]) each.close();
    await product.stop();
    provider.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function report({ line, bare, before, after, cpu, times, seconds, failures, readTimes }) {
  const all = people * rounds;
  const rate = (kind) => times[kind].length / seconds[kind];
  const called = (name) => (after.calls[name] ?? 0) - (before.calls[name] ?? 0);
  const providerCpu = (after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1_000 / all;
  const exchanged = times.again.length / (times.again.reduce((sum, ms) => sum + ms, 0) / connections / 1_000);
  console.log(
    `Not counted: the time of ${count(called('/interaction'))} people at their provider, three requests each.`,
  );
  console.log(`A bare client exchanges ${count(bare)} codes a second at the same provider, without a product.`);
  console.log(`The provider took ${providerCpu.toFixed(1)} ms of CPU for each person, its own pages included.`);
  for (const [kind, each] of Object.entries(times))
    console.log(
      `${kind}: the end takes ${[0.5, 0.95, 0.99].map((part) => percentile(each, part).toFixed(0)).join(', ')} ms (50, 95, 99 %)`,
    );
  if (failures.length > 0) console.log([...new Set(failures)].slice(0, 5).join('\n'));
  line(`failed sign-ins of ${count(all)}`, failures.length, 0);
  line('first sign-ins a second, which create an account', rate('first'), bounds.perSecond, { least: true });
  line('sign-ins a second of people with an account', rate('again'), bounds.perSecond, { least: true });
  line('their end, to the exchanges of a bare client', exchanged / bare, bounds.ofBare, { least: true });
  line('the end of a sign-in, p95 ms', p95(times.again), bounds.finishMs, { note: `with ${connections} at once` });
  line('GET user of another meanwhile, p95 ms', p95(readTimes), bounds.readMs, {
    note: `${count(readTimes.length)} reads`,
  });
  const cpuOf = (kind) => (cpu[kind] * 1_000) / times[kind].length;
  line('CPU of product and database for a first sign-in, ms', cpuOf('first'), bounds.firstCpuMs);
  line('CPU of product and database for another, ms', cpuOf('again'), bounds.cpuMs);
  line('requests for keys and description meanwhile', called('/jwks') + called('/.well-known'), 4);
  line('calls of the token endpoint for a sign-in', called('/token') / all, 1);
}

async function startProvider() {
  const child = fork(fileURLToPath(new URL('oidc-provider.mjs', import.meta.url)));
  const ask = async (message) => {
    child.send(message);
    return (await once(child, 'message'))[0];
  };
  const [given] = await once(child, 'message');
  return {
    ...given,
    register: (redirectAddress) => ask({ redirectAddress }),
    state: () => ask({}),
    stop: () => child.kill(),
  };
}

/** Adds the provider, tests it as an administrator and switches it on. */
async function signInSetUp(client, provider, goTo) {
  const call = async (method, at, body) => {
    const answer = await client.send(method, at, body, { cookie });
    if (answer.status >= 300) throw new Error(`${method} ${at} answered ${answer.status}: ${answer.text}`);
    return { ...answer, body: answer.text && answer.json() };
  };
  let cookie = '';
  const admin = { username: 'admin', fullName: 'Ada Admin', email: 'admin@example.com', password };
  cookie = cookiesOf(await call('POST', '/api/register', admin));
  const { issuer, clientId, clientSecret } = provider;
  const form = { name: 'Bench', issuer, clientId, clientSecret, createAccounts: true, linkByEmail: true };
  const { id, redirectAddress } = (await call('POST', '/api/identity-providers', form)).body;
  await provider.register(redirectAddress);
  const test = await call('POST', `/api/identity-providers/${id}/test`, {});
  await client.send('GET', await goTo(test.body.address), undefined, { cookie: `${cookie}; ${cookiesOf(test)}` });
  const { state, message } = (await call('GET', `/api/identity-providers/${id}/test`)).body;
  if (state !== 'passed') throw new Error(`The test of the provider says: ${message}`);
  await call('POST', `/api/identity-providers/${id}/set-enabled`, { enabled: true });
  return { id, cookie, redirectAddress };
}

/** Signs in all at the same time. Returns the seconds of both counted parts, and the milliseconds of each end. */
async function signInAll({ client, atProvider, id, names, failures }) {
  const begins = performance.now();
  const starts = await inParallel(names, async (name) => {
    const body = { returnTo: '/my-day' };
    const answer = await client.send('POST', `/api/sign-in/oidc/${id}/start`, body, {
      cookie: '',
      headers: networkOf(name),
    });
    if (answer.status !== 200) throw new Error(`The start answered ${answer.status}: ${answer.text}`);
    return { name, address: answer.json().address, cookie: cookiesOf(answer) };
  });
  const began = performance.now();
  const callbacks = await inParallel(starts, async ({ address, ...rest }) => ({
    ...rest,
    callback: await authorize(atProvider, address, rest.name),
  }));
  const ends = performance.now();
  const finishes = await inParallel(callbacks, async ({ name, cookie, callback }) => {
    const answer = await client.send('GET', callback, undefined, { cookie, headers: networkOf(name) });
    if (answer.headers.location !== '/my-day')
      failures.push(`${answer.status} ${answer.headers.location ?? answer.text}`);
    return answer.ms;
  });
  return { passed: (began - begins + performance.now() - ends) / 1_000, finishes };
}

/** Follows the provider as a browser does. Returns the path of the callback with its query. */
async function authorize(atProvider, address, hint) {
  const cookies = new Map();
  for (let at = `${address}&login_hint=${hint}`; ;) {
    const cookie = [...cookies.values()].join('; ');
    const answer = await atProvider.send('GET', at, undefined, { cookie });
    for (const each of answer.headers['set-cookie'] ?? []) cookies.set(each.split('=')[0], each.split(';')[0]);
    const { location } = answer.headers;
    if (!location) throw new Error(`The provider answered ${answer.status}: ${answer.text.slice(0, 300)}`);
    const next = new URL(location, new URL(at, address));
    if (next.searchParams.has('code')) return next.pathname + next.search;
    at = next.href;
  }
}

/** Returns how many codes a second a client exchanges that does nothing else: it checks the tokens. */
async function bareExchanges(provider, atProvider, { redirectAddress }) {
  const config = await oidc.discovery(
    new URL(provider.issuer),
    provider.clientId,
    {},
    oidc.ClientSecretPost(provider.clientSecret),
    {
      execute: [oidc.allowInsecureRequests, oidc.enableNonRepudiationChecks],
    },
  );
  let seconds = 0;
  for (let round = 0; round < 4; round++) {
    const codes = await inParallel(
      Array.from({ length: atOnce }, (_, index) => `bare${index}`),
      async (hint) => {
        const [state, nonce, verifier] = [oidc.randomState(), oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
        const address = oidc.buildAuthorizationUrl(config, {
          redirect_uri: redirectAddress,
          scope: 'openid profile email',
          state,
          nonce,
          code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        const callback = await authorize(atProvider, address.href, hint);
        return { callback, checks: { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier } };
      },
    );
    const began = performance.now();
    await inParallel(codes, async ({ callback, checks }) => {
      await oidc.authorizationCodeGrant(config, new URL(callback, redirectAddress), checks);
    });
    if (round > 0) seconds += (performance.now() - began) / 1_000;
  }
  return (3 * atOnce) / seconds;
}

/** Reads the user of one session ten times a second until `stop`. */
function readsMeanwhile(url, cookie) {
  const client = visitor(url, 1);
  const times = [];
  let isRead = true;
  const reading = (async () => {
    while (isRead) {
      const { status, ms } = await client.send('GET', '/api/user', undefined, { cookie });
      if (status !== 200) throw new Error(`GET user answered ${status}`);
      times.push(ms);
      await new Promise((next) => setTimeout(next, 100));
    }
  })();
  const stop = async () => {
    isRead = false;
    await reading;
    client.close();
    return times;
  };
  return { stop };
}

async function inParallel(items, work) {
  const results = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  return results;
}

const cookiesOf = ({ headers }) => (headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');

/** One network may begin 3,000 sign-ins in five minutes, so each name has one of 200. */
const networkOf = (name) => ({ 'x-forwarded-for': `198.18.${Number(/\d+/.exec(name)) % 200}.1` });

/** Returns what the product and its database have used since they started. */
function cpuSeconds(pid) {
  const ticks = processesOf(pid).reduce((sum, each) => {
    const fields = readFileSync(`/proc/${each.pid}/stat`, 'utf8').split(') ')[1].split(' ');
    return sum + fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks), 0);
  }, 0);
  return ticks / 100;
}
