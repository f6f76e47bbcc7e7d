import type { Fault } from '../fault.js';
import { abuse } from './abuse.js';
import { answersOf } from './attack.js';
import { rawRequest } from './raw-request.js';

const heads = 3_000;

/** A request without a complete head counts for no network, so the attacker shares that of the users at work. */
const slowHeads = abuse({
  name: 'slow-heads',
  what: `${heads} connections each send the head of a request at one byte a second; new ones replace those that are closed`,
  networks: 0,
  attack: () => ({
    kind: 'hold',
    openings: ['GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '],
    drip: 'slow',
    atOnce: heads,
    openedPerSecond: 1_000,
    reads: true,
    seconds: 12,
  }),
  show: (stage, report) => {
    stage.expect(`${heads} connections are open: ${JSON.stringify(report)}`, report.maxOpen >= heads * 0.95);
  },
});

const bodies = 2_100;
const bodiesOfNetwork = 70;

const slowBodies = abuse({
  name: 'slow-bodies',
  what: `${bodies} connections each send the head of POST /api/login and one byte of its body`,
  networks: bodies / bodiesOfNetwork,
  attack: () => ({
    kind: 'hold',
    openings: [
      rawRequest('POST', '/api/login', {
        body: JSON.stringify({ username: 'unknown', password: 'x'.repeat(40) }),
      }).replace(/\{.*$/, '{'),
    ],
    atOnce: bodies,
    openedPerSecond: 700,
    reads: true,
    seconds: 10,
  }),
  show: (stage, report) => {
    stage.expect(`${bodies} bodies are on their way: ${JSON.stringify(report)}`, report.maxOpen >= bodies * 0.95);
  },
});

const readers = 240;
/** Requests on each connection of a client that is not signed in: more than the buffers of the system hold. */
const assetsEach = 40;

/** The limit counts signed-in readers by user, so they share the network of the users at work. */
const slowReaders = abuse({
  name: 'slow-readers',
  what: `${readers} clients, two in three of them signed in, request all leads and the files of the page, and read nothing`,
  networks: 0,
  attack: async ({ product }, { cookie }) => {
    const page = await (await fetch(product.url)).text();
    const script = /src="([^"]+\.js)"/.exec(page)?.[1];
    if (!script) throw new Error(`The page has no script: ${page.slice(0, 200)}`);
    return {
      kind: 'hold',
      openings: [
        rawRequest('GET', '/api/admin/all-assignments', { cookie }),
        rawRequest('GET', '/api/admin/all-assignments.csv', { cookie }),
        rawRequest('GET', script).repeat(assetsEach),
      ],
      atOnce: readers,
      openedPerSecond: 100,
      reads: false,
      seconds: 12,
    };
  },
  show: (stage, report) => {
    stage.expect(
      `${readers} clients do not read their responses: ${JSON.stringify(report)}`,
      report.maxOpen >= readers * 0.95,
    );
  },
});

const streamsPerSecond = 200;
const streamSeconds = 10;
const maxPerUser = 20;

/** The limit counts streams by user, so they share the network of the users at work. */
const streams = abuse({
  name: 'streams',
  what: `one user opens ${streamsPerSecond} live streams a second for ${streamSeconds} seconds, and closes none`,
  networks: 0,
  attack: (_stage, { cookie }) => ({
    kind: 'hold',
    openings: [rawRequest('GET', '/api/events', { cookie })],
    atOnce: streamsPerSecond * streamSeconds,
    openedPerSecond: streamsPerSecond,
    reads: true,
    seconds: streamSeconds,
  }),
  show: (stage, report) => {
    const seen = JSON.stringify(report);
    stage.expect(`streams are opened all the time: ${seen}`, report.opened >= streamsPerSecond * streamSeconds * 0.7);
    stage.expect(`more streams begin than a user may have: ${seen}`, answersOf(report, 200) > maxPerUser);
    // Streams that the product is about to close count too.
    stage.expect(`few of them are open at a time: ${seen}`, report.maxStreaming <= maxPerUser + streamsPerSecond);
  },
});

export const slowFaults: readonly Fault[] = [slowHeads, slowBodies, slowReaders, streams];
