import pg from 'pg';

/** Reads all schemas by plain SQL, without the services. */
export interface Records {
  rows<Row extends object = Record<string, unknown>>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

const int8 = 20;

/** Connects directly to PostgreSQL, and again after each fault. */
export function openRecords(databaseUrl: string): Records {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: 2,
    connectionTimeoutMillis: 5_000,
    application_name: 'faults',
    // Ids have 64 bits.
    types: { getTypeParser: (oid, format) => (oid === int8 ? Number : pg.types.getTypeParser(oid, format)) as never },
  });
  pool.on('error', () => undefined);
  return {
    rows: async <Row extends object>(sql: string, parameters: unknown[] = []) =>
      (await pool.query<Row>(sql, parameters)).rows,
    close: () => pool.end(),
  };
}
