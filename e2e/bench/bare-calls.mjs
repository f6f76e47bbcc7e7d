// The lower bound of each of the ten calls: a bare Fastify handler with the same transaction on the same database.
import Fastify from 'fastify';
import pg from 'pg';

const [url, port] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 6, options: '-c search_path=leads,public' });
const app = Fastify();
const rows =
  (sql) =>
  async ({ params }) =>
    (await pool.query(sql, [params.id])).rows;

const leadColumns = `u.id, u.uuid, u.user_id, u.business_id, u.status, u.viewed, u.archived, u.archived_at, u.existing_customer,
  u.existing_customer_at, u.assigned_at, u.last_contacted_at, u.tags, u.custom_fields, u.version, u.created_at, u.updated_at`;
const businessColumns = `b.place_id, b.name, b.formatted_address, b.vicinity, b.phone, b.international_phone, b.website,
  b.google_maps_url, b.rating, b.user_ratings_total, b.price_level, b.business_status, b.types, b.open_now, b.latitude, b.longitude,
  b.photo_references, b.icon, b.owner_name, b.provider, b.fetched_at`;
const list = (where) => `select ${leadColumns}, ${businessColumns}, u.state, a.username, a.full_name
  from user_businesses u join businesses b on b.id = u.business_id left join assignees a on a.id = u.user_id
  where u.user_id = $1 and not u.archived and not u.existing_customer ${where} order by u.assigned_at desc, u.id desc limit 10`;

app.get('/lead/:id', rows('select id, name, status from user_businesses where id = $1'));
app.get('/user/:id', rows('select id, username, full_name, role, email from users.users where id = $1'));
app.get(
  '/weekly-contacts/:id',
  rows(
    `select coalesce(sum(contacts), 0)::int as count from progress.contact_counts where user_id = $1 and day >= date_trunc('week', now())::date`,
  ),
);
app.get('/list/:id', rows(list('')));
app.get('/filtered/:id', rows(list(`and u.status = 'in_progress' and u.state = 'TX'`)));
app.get(
  '/profile/:id',
  rows(
    `select ${leadColumns}, u.notes, ${businessColumns} from user_businesses u join businesses b on b.id = u.business_id where u.id = $1`,
  ),
);
const made =
  'select 0 as id, user_id, created_by, created_at from user_businesses where id = $1 and created_by is not null';
const moved = 'select id, new_user_id, changed_by, changed_at from assignment_history where user_business_id = $1';
app.get('/history/:id', rows(`${made} union all ${moved} order by created_at, id`));
app.get(
  '/facets/:id',
  rows(
    `select kind, value, count(*)::int as count from user_businesses cross join lateral (
       select 'state' as kind, state as value where state is not null
       union all select 'county', county where county is not null
       union all select 'tag', tag from unnest(tags) as tag
     ) as named
     where user_id = $1 and not archived and not existing_customer group by kind, value order by count desc limit 150`,
  ),
);

/** Locks a lead, changes it, writes the outbox row and reads the lead again. */
const change =
  (work) =>
  async ({ params: { id }, body }) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      const {
        rows: [before],
      } = await client.query('select * from user_businesses where id = $1 for update', [id]);
      const answer = await work((sql, values) => client.query(sql, values), before, body);
      await client.query('commit');
      return (
        answer ??
        (await client.query(`select ${leadColumns}, u.notes from user_businesses u where id = $1`, [id])).rows[0]
      );
    } catch (error) {
      await client.query('rollback');
      throw error;
    } finally {
      client.release();
    }
  };
const addChange = `insert into lead_changes (user_business_id, kind, what, changed_by) values ($1, $2, $3, $4)`;

app.patch(
  '/status/:id',
  change(async (query, { id, user_id, status: from }, { status }) => {
    await query('update user_businesses set status = $2, revision = revision + 1, updated_at = now() where id = $1', [
      id,
      status,
    ]);
    // Like a row of the outbox, but marked as published, so that the relay does not send it.
    await query(
      `insert into outbox (id, type, payload, request_id, published_at) values (gen_random_uuid(), 'bench.status-changed', $1, 'bench', now())`,
      [{ changedBy: user_id, leads: [{ leadId: id, from, to: status }] }],
    );
    await query(addChange, [id, 'status', { from, to: status }, user_id]);
  }),
);

app.patch(
  '/notes/:id',
  change(async (query, { id, user_id }, { notes }) => {
    await query(
      'update user_businesses set notes = $2, version = version + 1, revision = revision + 1, updated_at = now() where id = $1',
      [id, notes],
    );
    await query(addChange, [id, 'edit', { what: 'notes' }, user_id]);
  }),
);

app.post(
  '/activity/:id',
  change(async (query, { id, user_id }, { type, notes }) => {
    await query(
      'update user_businesses set last_contacted_at = now(), revision = revision + 1, updated_at = now() where id = $1',
      [id],
    );
    const {
      rows: [activity],
    } = await query(
      'insert into contact_activities (user_business_id, type, description, created_by) values ($1, $2, $3, $4) returning *',
      [id, type, notes, user_id],
    );
    return activity;
  }),
);

await app.listen({ port: Number(port), host: '127.0.0.1' });
process.stdout.write('listening\n');
