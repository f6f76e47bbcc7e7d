// Measures lists, facets and map of the managers of 10, 100 and 1,000 people. Each branch is inside the next.
import { facets, filters, list, map } from './list-paths.mjs';
import { signedIn } from './load.mjs';
import { password } from './product.mjs';

const sizes = [1_000, 100, 10];
/** The pairs of filters of which no index has both and the owner. */
const pairs = ['q tag', 'word tag', 'word archived', 'tag archived', 'q state', 'q oldest'].map((pair) =>
  pair.split(' '),
);

export async function branchLines({ against, line, sql, product, note }) {
  const managers = await makeTeams(sql);
  try {
    for (const [at, size] of sizes.entries()) {
      const client = await signedIn(product.url, managers[at], password);
      const measure = async (what, path, connections) => {
        const { ratio, ...times } = await against(client, path, connections);
        line(`${what}, of a branch of ${size}, ${connections} at once`, ratio, 20, note(times));
      };
      for (const connections of [1, 16]) {
        for (const name of Object.keys(filters)) await measure(`page 1, ${name}`, list(filters[name]), connections);
        for (const pair of pairs)
          await measure(`page 1, ${pair.join(' + ')}`, list(...pair.map((name) => filters[name])), connections);
        for (const name of connections === 1 ? ['none', 'status', 'state', 'tag'] : ['none']) {
          await measure(`facets, ${name}`, facets(name), connections);
          for (const zoom of [4, 8, 12, 16])
            await measure(`map at zoom ${zoom}, ${name}`, map(name, zoom), connections);
        }
      }
      client.close();
    }
  } finally {
    await removeTeams(sql);
  }
}

/** Makes the users `seed3` to `seed5` managers of a team, of the one inside it, and of the one inside that. */
async function makeTeams(sql) {
  await removeTeams(sql);
  const { rows: users } = await sql.query('select id, username from users.users order by id');
  const managers = users.slice(2, 5);
  const path = [];
  for (const [at, size] of sizes.entries()) {
    const { rows } = await sql.query(
      `insert into users.teams (name, parent_id, path) values ($1, $2, '{}') returning id`,
      [`Bench ${size}`, path.at(-1) ?? null],
    );
    path.push(rows[0].id);
    await sql.query('update users.teams set path = $2 where id = $1', [path.at(-1), path]);
    await sql.query('insert into users.team_managers (team_id, user_id) values ($1, $2)', [
      path.at(-1),
      managers[at].id,
    ]);
    await sql.query(
      `update users.users set team_id = $1 where id in
         (select id from users.users where role = 'user' and id <> all ($2) order by id desc limit $3)`,
      [path.at(-1), managers.map(({ id }) => id), size],
    );
  }
  await sql.query(`update users.users set role = 'manager' where id = any ($1)`, [managers.map(({ id }) => id)]);
  return managers.map(({ username }) => username);
}

async function removeTeams(sql) {
  await sql.query(`update users.users set role = 'user' where role = 'manager' and username ~ '^seed'`);
  await sql.query('update users.users set team_id = null where team_id is not null');
  await sql.query(`delete from users.teams where name ~ '^Bench '`);
}
