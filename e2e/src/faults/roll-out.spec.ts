import { setTimeout as pause } from 'node:timers/promises';
import { longRun, testSeed } from '@lead-finder/testing';
import { mainJob } from '../journeys/main-job.js';
import { atItsAddress } from '../product/product.js';
import { roles, startReplicas, type Replicas, type Role } from '../product/replicas.js';
import { startLoad } from '../product/steady-load.js';
import { thisVersion, type Version } from '../product/version.js';
import { versionBefore } from '../product/version-before.js';
import { Dice } from './harness/dice.js';

const rows = 2_000;
const streams = 50;
/** A short run replaces a process of each of these roles. */
const fewRoles: readonly Role[] = ['leads', 'gateway'];

let before: Version;
let product: Replicas;
beforeAll(async () => {
  before = longRun ? versionBefore() : thisVersion;
  product = await startReplicas(before, longRun ? roles : fewRoles);
}, 900_000);
afterAll(() => product?.stop(), 60_000);

interface Step {
  version: Version;
  replaced: Role[];
}

/** The long run upgrades all roles and goes back, each time in another order. */
function plan(): Step[] {
  if (!longRun) return [{ version: thisVersion, replaced: [...fewRoles] }];
  const dice = new Dice(testSeed, 'roll-out');
  return [thisVersion, before].flatMap((version) =>
    dice.shuffled(roles).map((role) => ({ version, replaced: [role, role] })),
  );
}

/** Uploads a file within some seconds, like a client on a slow line. */
async function upload(url: string, cookie: string, name: string): Promise<unknown> {
  const head =
    '--cut\r\ncontent-disposition: form-data; name="file"; filename="leads.csv"\r\ncontent-type: text/csv\r\n\r\nBusiness Name,User\n';
  const chunks = async function* () {
    yield Buffer.from(head);
    for (let from = 0; from < rows; from += 250) {
      yield Buffer.from(Array.from({ length: 250 }, (_, at) => `${name} ${from + at},alex\n`).join(''));
      await pause(1_000);
    }
    yield Buffer.from('\r\n--cut--\r\n');
  };
  const answer = await fetch(`${url}/api/businesses/import`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=cut' },
    body: ReadableStream.from(chunks()),
    duplex: 'half',
  });
  const { importResults, ...rest } = (await answer.json()) as { importResults?: unknown };
  return importResults ?? rest;
}

describe(longRun ? 'the version before the newest migration' : 'a process', () => {
  it('is replaced by this version under load, and back, without a failed request', async () => {
    const migrations = await product.migrations();
    const load = await startLoad(product, streams);
    const codes: (number | null)[] = [];
    const imported: unknown[] = [];
    for (const { version, replaced } of plan()) {
      const uploaded = upload(product.gateway(), load.admin, `Slow Works ${imported.length}`);
      for (const role of replaced)
        codes.push(await load.during(`${role} to ${version.folder}`, () => product.replace(role, version)));
      imported.push(await uploaded);
      if (longRun && imported.length === roles.length) await load.during('NATS', () => product.nats.restart());
    }
    const { answered, asked, failures, activities, resumed } = await load.stop();
    expect(failures).toEqual([]);
    expect(answered).toBe(asked);
    expect(new Set(codes)).toEqual(new Set([0]));
    // None was done twice: each has a number of its own.
    expect(new Set(activities).size).toBe(activities.length);
    expect(activities.length).toBeGreaterThan(asked / 8);
    expect(resumed).toBeGreaterThanOrEqual(longRun ? 2 * streams : streams / 4);
    expect(imported).toEqual(imported.map(() => ({ total: rows, successful: rows, failed: 0, errors: [] })));
    expect((await product.migrations()).length > migrations.length).toBe(longRun);
  }, 900_000);
});

if (longRun) {
  describe('the version before, on the schemas of this one', () =>
    mainJob(() => Promise.resolve(atItsAddress(product.gateway()))));
}
