import { readdirSync } from 'node:fs';
import type { MigrationClass } from './migrate.js';

/** Returns the migrations in a folder, each a file `NNNN-name` with one class, in the order of their numbers. */
export async function migrationsOf(folder: URL): Promise<MigrationClass[]> {
  const files = readdirSync(folder).filter((file) => /^\d{4}-[\w-]+\.[jt]s$/.test(file));
  const modules = await Promise.all(
    files.sort().map((file) => import(new URL(file, folder).href) as Promise<Record<string, MigrationClass>>),
  );
  return modules.flatMap((module) => Object.values(module));
}
