// Measures a pool of 50,000 leads: its own list, the list of administrators, and claims of 16 users at once.
import { facets, list } from './list-paths.mjs';
import { signedIn } from './load.mjs';
import { password } from './product.mjs';

const pooled = 50_000;
const claimers = 16;
const claimsEach = 10;

export async function poolLines({ against, line, people, sql, product, note }) {
  await fillPool(sql);
  try {
    const measure = async (what, client, path, connections) => {
      const { ratio, ...times } = await against(client, path, connections);
      line(`${what}, ${connections} at once`, ratio, 20, note(times));
    };
    for (const connections of [1, 16]) {
      await measure('the pool, as user', people.user, '/api/pool', connections);
      await measure('the pool, q, as user', people.user, '/api/pool?q=bakery', connections);
      for (const filter of ['', 'state=TX', 'hideClosed=true', 'tag=Hot%201', 'q=bakery'])
        await measure(
          `leads in pools, ${filter || 'none'}, as admin`,
          people.admin,
          list('pool=true', filter),
          connections,
        );
    }
    await measure('leads in one pool, as admin', people.admin, list('pool=organisation', ''), 16);
    await measure('facets of leads in one pool, as admin', people.admin, `${facets('none')}pool=organisation`, 1);
    await measure('facets of leads in pools, as admin', people.admin, `${facets('none')}pool=true`, 1);
    await measure('map of leads in pools, as admin', people.admin, '/api/leads/map?zoom=4&pool=true', 1);
    await claimLines({ line, product });
  } finally {
    await emptyPool(sql);
  }
}

/** All users claim the same leads at once, each in the order of the page. */
async function claimLines({ line, product }) {
  const clients = [];
  // Only a few may sign in at the same moment.
  for (let n = 0; n < claimers; n++) clients.push(await signedIn(product.url, `seed${n + 10}`, password));
  const { leads } = (await clients[0].get('/api/pool?pageSize=100')).json();
  const claimed = [];
  const times = [];
  await Promise.all(
    clients.map(async (client) => {
      let own = 0;
      for (const { id } of leads) {
        if (own === claimsEach) break;
        const { status, ms } = await client.send('POST', `/api/pool/${id}/claim`);
        times.push(ms);
        if (status === 200) claimed.push(id);
        own += status === 200 ? 1 : 0;
      }
      client.close();
    }),
  );
  const distinct = new Set(claimed).size;
  line(`leads that ${claimers} users claimed at once`, distinct, Math.min(leads.length, claimers * claimsEach), {
    least: true,
    note: `${(times.reduce((sum, ms) => sum + ms, 0) / times.length).toFixed(0)} ms a try`,
  });
  line('leads that two users got', claimed.length - distinct, 0);
}

async function fillPool(sql) {
  await emptyPool(sql);
  await sql.query(
    `insert into leads.assignees (id, username, full_name) values (-1, 'Pool', 'Pool') on conflict do nothing`,
  );
  await sql.query('create table if not exists public.bench_pool (id bigint primary key, user_id bigint not null)');
  await sql.query(
    `insert into public.bench_pool select distinct on (business_id) id, user_id from leads.user_businesses
     where id % 20 = 0 and not archived and not existing_customer order by business_id, id limit $1`,
    [pooled],
  );
  await sql.query(
    'update leads.user_businesses u set user_id = -1, assigned_at = now() from public.bench_pool b where b.id = u.id',
  );
  await sql.query('analyze leads.user_businesses');
}

/** Gives the leads back, also the claimed ones. */
async function emptyPool(sql) {
  const { rows } = await sql.query(`select to_regclass('public.bench_pool') as found`);
  if (!rows[0].found) return;
  await sql.query(
    'update leads.user_businesses u set user_id = b.user_id from public.bench_pool b where b.id = u.id and u.user_id <> b.user_id',
  );
  await sql.query('delete from leads.pool_claims');
  await sql.query('drop table public.bench_pool');
}
