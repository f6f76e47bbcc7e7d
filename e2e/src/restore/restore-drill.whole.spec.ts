import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { Client } from 'pg';
import type { Servers } from '../product/product.js';
import { restoreDrill } from './restore-drill.js';

const workspace = fileURLToPath(new URL('../../../', import.meta.url));

it('brings back every row and upload, and says how long it took', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', 'check:restore'], { cwd: workspace });
  expect(stdout).toMatch(/\(RPO\): [\d.]+ s$[^]*\(RTO\): [\d.]+ s$[^]*^Everything is as it was\.$/m);
}, 300_000);

/** Changes the last byte of the only upload, which is in the last user's name. */
async function spoilUpload({ nats }: Servers): Promise<void> {
  const connection = await connect({ servers: new URL(nats.url).host });
  const { streams } = await jetstreamManager(connection);
  const { state } = await streams.info('FILES', { subjects_filter: '>' });
  const parts = Object.keys(state.subjects!).filter((subject) => !subject.endsWith('.manifest'));
  const last = parts.sort().at(-1)!;
  const message = await streams.getMessage('FILES', { last_by_subj: last });
  await jetstream(connection).publish(last, Buffer.concat([message!.data.subarray(0, -1), Buffer.from('n')]));
  await connection.close();
}

it('reports a changed row, a lost row, a sequence elsewhere, and an upload with another byte', async () => {
  const { differences } = await restoreDrill({
    leads: 0,
    spoil: async (restored) => {
      const client = new Client({ connectionString: restored.postgres.url });
      await client.connect();
      const lastChange = 'select max(id) from leads.assignment_history';
      await client.query(`update users.users set full_name = 'Sam Other' where username = 'sam'`);
      await client.query(`delete from leads.assignment_history where id = (${lastChange})`);
      await client.query(`select setval('leads.bulk_jobs_id_seq', 5)`);
      await client.end();
      await spoilUpload(restored);
    },
  });
  const lost = differences.filter((line) => line.includes(' was backed up, ')).map((line) => line.split(':')[0]);
  expect(lost).toEqual([
    'leads.assignment_history',
    'leads.bulk_jobs_id_seq',
    expect.stringMatching(/^upload /),
    'users.users',
  ]);
  expect(differences.at(-1)).toBe('19999 of 20000 rows of the restored upload were imported');
}, 300_000);
