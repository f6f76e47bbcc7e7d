/** Measured: PostgreSQL's default rather reads 50,000 tuples of a second index than the thousand rows of one user. */
const indexTupleCost = 0.04;

export const roleOf = (schema: string) => `lf_${schema}`;

/** What each session of a service has. A pooler drops startup options, so a login of the service has them too. */
export const sessionSettings = (schema: string) => ({
  role: roleOf(schema),
  search_path: `${schema},public`,
  timezone: 'UTC',
  statement_timeout: '60000',
  cpu_index_tuple_cost: String(indexTupleCost),
  // With PostgreSQL's 4 MB a search of ten million leads forgets which rows of a page match, and reads a million more.
  work_mem: String(32 * 1_024),
  jit: 'off',
  // Each worker would read ahead in the order of a list, and take the core of another request.
  max_parallel_workers_per_gather: '0',
});

export const startupOptions = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
