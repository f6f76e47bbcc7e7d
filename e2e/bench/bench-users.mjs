import { visitor } from './load.mjs';
import { password } from './product.mjs';

/** Returns an administrator and then users with their own leads, so that no call waits for the lock of another user. */
export async function signedInUsers(url, sql, count) {
  const { rows } = await sql.query(
    `select p.id, p.username, json_agg(json_build_object('id', l.id, 'status', l.status) order by l.id) filter (where l.id is not null) as leads
     from (select id, username from users.users order by id limit $1) p
     left join leads.user_businesses l on l.user_id = p.id and not l.archived
     group by p.id, p.username order by p.id`,
    [count],
  );
  const people = [];
  // One after another: the product allows one running and five waiting sign-ins per network.
  for (const user of rows) {
    const client = visitor(url);
    const answer = await client.send('POST', '/api/login', { username: user.username, password });
    client.close();
    if (answer.status !== 200) throw new Error(`${user.username} could not sign in: ${answer.text}`);
    people.push({
      ...user,
      calls: 0,
      cookie: answer.headers['set-cookie'].map((each) => each.split(';')[0]).join('; '),
    });
  }
  return people;
}
