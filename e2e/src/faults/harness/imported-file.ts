import { randomUUID } from 'node:crypto';
import type { ImportResponse } from '@lead-finder/contracts';
import { eventually } from '@lead-finder/testing';
import type { UserClient } from './user-client.js';

/** A CSV file with known rows: every hundredth is invalid, every fiftieth repeats the row before it. */
export class ImportedFile {
  readonly bad: number;
  readonly repeated: number;

  constructor(
    readonly prefix: string,
    readonly rows: number,
    private readonly usernames: readonly string[],
  ) {
    const all = Array.from({ length: rows }, (_, row) => row);
    this.bad = all.filter(isBad).length;
    this.repeated = all.filter(isRepeated).length;
  }

  /** The number of leads that the file makes. */
  get wanted(): number {
    return this.rows - this.bad - this.repeated;
  }

  text(): string {
    const line = (row: number): string => {
      if (isRepeated(row)) return line(row - 1);
      const name = isBad(row) ? '' : `${this.prefix} ${row}`;
      return `${name},"${row} Main St, Austin, TX 78701, USA",${this.usernames[row % this.usernames.length]}`;
    };
    return ['Business Name,Address,User', ...Array.from({ length: this.rows }, (_, row) => line(row))].join('\n');
  }
}

const isBad = (row: number) => row % 100 === 7;
const isRepeated = (row: number) => row % 50 === 49;

/** An import that was started. */
export interface Import {
  id: number;
  file: ImportedFile;
  /** Its upload was lost on purpose, so it may end as failed. */
  mayStop: boolean;
}

export async function startImport(
  admin: UserClient,
  file: ImportedFile,
  options: { within?: number } = {},
): Promise<Import> {
  return { id: await startedImport(admin, file.text(), options), file, mayStop: false };
}

/** Repeats the upload with one idempotency key until it is acknowledged. Returns the id of the import. */
export async function startedImport(
  admin: UserClient,
  text: string,
  { within = 60_000, fields = {} }: { within?: number; fields?: Record<string, string> } = {},
): Promise<number> {
  const key = randomUUID();
  return eventually(
    async () => {
      const outcome = await upload(admin, text, key, fields);
      if (outcome.kind === 'done') return (outcome.body as ImportResponse).importId;
      throw new Error(outcome.why);
    },
    { within },
  );
}

/** Uploads once, and returns the result. */
export function upload(admin: UserClient, text: string, key: string, fields: Record<string, string> = {}) {
  const body = new FormData();
  body.append('file', new Blob([text]), 'leads.csv');
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return admin.send('POST', '/api/businesses/import', body, { Prefer: 'respond-async', 'idempotency-key': key });
}
