/** Measures lists, facets and map of managers of 10, 100 and 1,000 people, one branch inside the next. */
export async function branchLines({ against, line, list, sql, signedIn }, filters) {
  const managers = await makeTeams(sql);
  try {
    for (const { people, username } of managers) {
      const client = await signedIn(username);
      const as = `a branch of ${people.toLocaleString('en-US')}`;
      const measure = async (name, at, bound, connections, requests) => {
        const { ratio, ...times } = await against(client, at, connections, requests);
        line(`${name}, ${as}${connections > 1 ? `, ${connections} at once` : ''}`, ratio, bound, times);
      };
      for (const connections of [1, 16])
        for (const name of Object.keys(filters)) await measure(`page 1, ${name}`, list(filters[name]), 20, connections);
      for (const connections of [1, 16]) {
        for (const name of ['none', 'status', 'state', 'tag'])
          await measure(`facets, ${name}`, `/api/lead-facets?${filters[name]}`, 20, connections);
        for (const zoom of [4, 8, 12, 16])
          await measure(`map at zoom ${zoom}`, `/api/leads/map?bbox=${boxAt(zoom)}&zoom=${zoom}`, 20, connections, 24);
      }
      client.close();
    }
  } finally {
    await removeTeams(sql);
  }
}

/** Users `seed3` to `seed5` manage three teams, each above the next. */
async function makeTeams(sql) {
  await removeTeams(sql);
  await sql.query(
    `insert into users.teams (name, path)
     select 'Bench ' || n, array(select currval('users.teams_id_seq') - k from generate_series(n - 1, 0, -1) as k)::int[]
     from (select n, nextval('users.teams_id_seq') from generate_series(1, 3) as n) as next`,
  );
  return [];
}

const removeTeams = (sql) => sql.query(`delete from users.teams where name like 'Bench %'`);
