/** What a database, or a connection to it, offers to read the audit trail. */
export interface AuditReader {
  query<T>(sql: string, parameters?: unknown[]): Promise<T[]>;
}

const utc = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The columns of a seal as `AuditSeal` has them. */
export const sealColumns = `n, last_id::float8 as "lastId", ids::float8[] as ids, leaves, ${utc('newest')} as newest, root, previous,
  ${utc('sealed_at')} as "sealedAt", hash`;

/** PostgreSQL writes `jsonb` in one way, so an entry that did not change has the same SHA-256 on every server. */
const leaf = `encode(sha256(convert_to(jsonb_build_array(
  id, ${utc('at')}, actor_id, actor, action, subject, outcome, address, request_id, details)::text, 'UTF8')), 'hex')`;

/** Returns the entries with ids above `after`, up to `lastId`. */
export const sealedEntries = (reader: AuditReader, after: number, lastId: number, limit: number) =>
  reader.query<{ id: number; at: string; leaf: string }>(
    `select id::float8 as id, ${utc('at')} as at, ${leaf} as leaf from audit.entries
     where id > $1 and id <= $2 order by audit.entries.id limit $3`,
    [after, lastId, limit],
  );
