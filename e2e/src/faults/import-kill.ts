import type { getImportUndo, ImportMode, ImportRecord, ImportResponse, OutputOf } from '@lead-finder/contracts';
import { eventually, longRun, testSeed } from '@lead-finder/testing';
import fc from 'fast-check';
import { signedIn, type Api } from '../product/api.js';
import type { Product, Shape } from '../product/product.js';
import { leadsAreOnce } from './harness/lead.invariants.js';
import { openRecords } from './harness/records.js';
import {
  storedBusinesses,
  storedImages,
  storedLeads,
  wantedImages,
  withoutHistory,
  type StoredLead,
} from './harness/stored-leads.js';
import { updatedFields, UpdatingStory, type Edit } from './harness/updating-story.js';

const rows = longRun ? 200_000 : 5_000;
const ended = { within: longRun ? 600_000 : 120_000 };

/** A fault during an import. It resolves when the product works again. */
type Fault = (product: Product, processed: () => Promise<number>) => Promise<void>;
const everything =
  (postgres: boolean): Fault =>
  async (product) => {
    await product.kill9({ postgres });
    await product.start();
  };
const worker: Fault = (product) => product.replace('imports');
const leadsService: Fault = (product) => product.replace('leads');
/** Halts the worker for longer than its lease, while another one continues the import, and then continues it. */
const haltedWorker: Fault = async (product, processed) => {
  const goOn = product.freeze('imports');
  const before = await processed();
  await eventually(async () => expect(await processed()).toBeGreaterThan(before), ended);
  goOn();
};
const server =
  (name: keyof Product['servers']): Fault =>
  async ({ servers }) => {
    await servers[name]!.kill();
    await servers[name]!.restart();
  };

function faultsOf(shape: Shape): Fault[] {
  if (shape === 'one process')
    return [everything(testSeed % 2 === 1), everything(testSeed % 2 === 0), everything(testSeed % 4 < 2)];
  return longRun
    ? [worker, server('nats'), worker, server('redis'), haltedWorker, server('postgres'), worker, worker]
    : [worker, server((['nats', 'redis', 'postgres'] as const)[testSeed % 3]!)];
}

/** Returns a CSV file in which every hundredth row is invalid and every fiftieth repeats the row before it. */
function file(prefix: string): string {
  const lines = Array.from({ length: rows }, (_, index) => {
    const number = index % 50 === 49 ? index - 1 : index;
    const name = index % 100 === 7 ? '' : `${prefix} ${number}`;
    return `${name},"${number} Main St, Austin, TX 78701, USA",${index % 2 ? 'Sam' : 'alex'}`;
  });
  return [
    'Business Name,Address,User',
    ...lines.map((line, index) => (index % 50 === 49 ? lines[index - 1]! : line)),
  ].join('\n');
}
const bad = rows / 100;
const repeated = rows / 50;

async function upload(admin: Api, text: string, fields: Record<string, string> = {}): Promise<number> {
  const body = new FormData();
  body.append('file', new Blob([text]), 'leads.csv');
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const answer = await admin.fetch('/api/businesses/import', {
    method: 'POST',
    body,
    headers: { Prefer: 'respond-async' },
  });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as ImportResponse).importId;
}

/** Returns the numbers at which the faults happen: a random one in each of equal parts of all. */
const moments = (count: number, all = rows, seed = testSeed) =>
  fc
    .sample(fc.nat(99), { numRuns: count, seed })
    .map((percent, index) => Math.floor((all * (index + percent / 100)) / (count + 1)));

/** Waits until the import is as expected. The session survives every fault. */
const reaching = (admin: Api, id: number) => (expected: (record: ImportRecord) => void) =>
  eventually(async () => {
    const record = await admin.get<ImportRecord>(`/api/imports/${id}`);
    expected(record);
    return record;
  }, ended);

const leads = longRun ? 20_000 : 800;
const allModes: ImportMode[] = ['fill', 'overwrite', 'update'];
const modes = longRun ? allModes : [allModes[testSeed % allModes.length]!];

/** What happens during an import that changes leads, and during its undo. A short run has one kill, chosen by the seed. */
function killsOf(shape: Shape): [Fault[], Fault[]] {
  const kills = shape === 'one process' ? [everything(true), everything(false)] : [leadsService, worker];
  if (longRun && shape === 'one process')
    return [
      [...kills, everything(true)],
      [...kills, everything(true)],
    ];
  if (longRun)
    return [
      [...kills, server('postgres'), ...kills, server('nats')],
      [...kills, server('postgres'), ...kills],
    ];
  const one = [kills[(testSeed >> 1) % 2]!];
  return (testSeed >> 2) % 2 ? [one, []] : [[], one];
}

export const importKill = (shape: Shape, killed: () => Product) => {
  const faults = faultsOf(shape);
  let product: Product;
  beforeAll(() => void (product = killed()));

  it(
    `an import while what it needs is killed continues by itself, counts each row once and makes each lead once (${rows} rows, ${faults.length} faults, seed ${testSeed})`,
    async () => {
      const prefix = `Killed ${testSeed}`;
      const admin = await signedIn(product.url, 'admin');
      const id = await upload(admin, file(prefix));
      const reached = reaching(admin, id);
      for (const [index, moment] of moments(faults.length).entries()) {
        await reached(({ processed }) => expect(processed).toBeGreaterThanOrEqual(moment));
        await faults[index]!(product, async () => (await reached(() => undefined)).processed);
      }

      const done = await reached(({ status }) => expect(status).toBe('completed'));
      expect(done).toMatchObject({ total: rows, successful: rows - bad - repeated, failed: bad + repeated });
      expect(done.breakdown).toMatchObject({ invalid: bad, duplicateInFile: repeated, duplicateInDatabase: 0 });
      const leads = await (await admin.fetch('/api/admin/all-assignments.csv?imported=true')).text();
      const names = leads
        .split('\r\n')
        .filter((line) => line.startsWith(`"${prefix} `))
        .map((line) => line.split('"')[1]!);
      expect(names).toHaveLength(done.successful);
      expect(new Set(names).size).toBe(done.successful);
      const errors = await (await admin.fetch(`/api/imports/${id}/errors.csv`)).text();
      expect(errors.trim().split('\r\n')).toHaveLength(1 + done.failed);
    },
    faults.length * 60_000 + 2 * ended.within,
  );

  const records = {
    rows: async <Row extends object>(sql: string, parameters: unknown[] = []) => {
      const opened = openRecords(product.databaseUrl());
      return opened.rows<Row>(sql, parameters).finally(() => opened.close());
    },
  };
  /** What an import stored beside its leads, in the order of its rows. */
  const notesOf = async (id: number) => ({
    leads: await records.rows(
      `select row, before, priors, tags, revision, version from leads.import_changes where import_id = $1 order by row`,
      [id],
    ),
    businesses: await records.rows(
      `select fill.filled from leads.import_fills fill join leads.businesses b on b.id = fill.business_id
       where import_id = $1 order by substring(b.name from '\\d+$')::int`,
      [id],
    ),
    failed: await records.rows(
      'select row, kind, message from imports.import_row_errors where import_id = $1 order by row',
      [id],
    ),
  });

  it.each(modes)(
    `imports that are killed change leads in the mode %s, and give the values back, as without a fault (${leads} leads, seed ${testSeed})`,
    async (mode) => {
      const admin = await signedIn(product.url, 'admin');
      await defineFields(admin);
      const story = new UpdatingStory(testSeed, leads, longRun ? 50 : 12, 'sam');
      const run = async (prefix: string, during: readonly Fault[], duringUndo: readonly Fault[]) => {
        const made = await upload(admin, story.making(prefix));
        await reaching(admin, made)(({ status }) => expect(status).toBe('completed'));
        const before = await storedLeads(records, prefix);
        const businesses = await storedBusinesses(records, prefix);
        const uuids = before.map(({ uuid }) => uuid);

        const id = await upload(admin, story.changing(prefix, uuids), { mode });
        const reached = reaching(admin, id);
        const processed = async () => (await reached(() => undefined)).processed;
        for (const [index, moment] of moments(during.length, leads).entries()) {
          await reached((record) => expect(record.processed).toBeGreaterThanOrEqual(moment));
          await during[index]!(product, processed);
        }
        const { total, successful, failed, breakdown } = await reached(({ status }) =>
          expect(status).toBe('completed'),
        );
        expect(total).toBe(story.rows);
        const changed = await storedLeads(records, prefix);
        expect(await storedImages(records, id)).toEqual(wantedImages(before, changed));
        const notes = await notesOf(id);

        for (const each of story.edits) await change(admin, uuids[each.lead]!, each);
        const { values: _values, ...expected } = await admin.get<OutputOf<typeof getImportUndo>>(
          `/api/imports/${id}/undo`,
        );
        const asked = admin.fetch(`/api/imports/${id}/undo`, { method: 'POST' }).catch(() => undefined);
        await reached(({ status }) => expect(status).toMatch(/^undo/));
        for (const [index, moment] of moments(duringUndo.length, expected.reversed, testSeed + 1).entries()) {
          await reached(({ undo }) => expect(undo?.reversed ?? 0).toBeGreaterThanOrEqual(moment));
          await duringUndo[index]!(product, processed);
        }
        await asked;
        const { undo } = await reached(({ status }) => expect(status).toBe('undone'));
        expect(undo).toEqual(expected);
        const after = await storedLeads(records, prefix);
        const isEdited = new Set(story.edits.map(({ lead }) => lead));
        const unedited = (all: readonly StoredLead[]) =>
          all.filter((_, lead) => !isEdited.has(lead)).map(withoutHistory);
        expect(unedited(after)).toEqual(unedited(before));
        for (const each of story.edits) expectEdited(before[each.lead]!, after[each.lead]!, each);
        expect(await storedBusinesses(records, prefix)).toBe(businesses);
        const counts = { total, successful, failed, breakdown };
        return { counts, undo, notes, changed: changed.map(contentOf), after: after.map(contentOf) };
      };

      const calm = await run(`Calm ${mode} ${testSeed}`, [], []);
      expect(calm.counts.total).toBe(calm.counts.successful + calm.counts.failed);
      expect(calm.counts.breakdown.updated).toBeGreaterThan(leads / 4);
      const killed = await run(`Shot ${mode} ${testSeed}`, ...killsOf(shape));
      expect(killed).toEqual(calm);
      expect(await leadsAreOnce({ records, imports: [], afterLead: 0 })).toEqual([]);
    },
    10 * 60_000 + 8 * ended.within,
  );
};

/** What two leads of one story have in common, whatever their names, ids and times. */
const contentOf = ({ lead, business, changes }: StoredLead) => [
  ...['custom_fields', 'tags', 'version', 'field_versions', 'revision', 'archived'].map((column) => lead[column]),
  ...['phone', 'website', 'state'].map((column) => business[column]),
  changes,
];

async function defineFields(admin: Api): Promise<void> {
  const { fields } = await admin.get<{ fields: { name: string }[] }>('/api/custom-fields');
  const missing = updatedFields.filter(({ name }) => !fields.some((field) => field.name === name));
  for (const field of missing) await admin.send('POST', '/api/custom-fields', field);
}

const valueOf = ({ lead, what }: Edit) =>
  what === 'seats' ? 1_000 + lead : what === 'email' ? `own${lead}@example.com` : `Own ${lead}`;

async function change(admin: Api, uuid: string, edit: Edit): Promise<void> {
  if (edit.what === 'archived') await admin.send('POST', `/api/business-by-uuid/${uuid}/archive`);
  else if (edit.what === 'tag') await admin.send('POST', `/api/business-tag-by-uuid/${uuid}`, { tag: valueOf(edit) });
  else
    await admin.send('PATCH', `/api/business-custom-fields-by-uuid/${uuid}`, {
      customFields: { [edit.what]: valueOf(edit) },
    });
}

/** The lead is as before, but for what its user changed. */
function expectEdited(before: StoredLead, { lead, business }: StoredLead, edit: Edit): void {
  const { custom_fields, tags, archived } = before.lead;
  const isDetail = edit.what !== 'tag' && edit.what !== 'archived';
  expect(lead).toMatchObject({
    custom_fields: isDetail ? { ...custom_fields, [edit.what]: valueOf(edit) } : custom_fields,
    tags: edit.what === 'tag' ? [...tags, valueOf(edit)] : tags,
    archived: edit.what === 'archived' ? true : archived,
  });
  expect(business).toEqual(before.business);
}
