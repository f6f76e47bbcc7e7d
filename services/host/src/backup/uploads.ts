import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, readSettings, StartError, type Environment, type FileStore } from '@lead-finder/platform';
import { hostSettings, type HostSettings } from '../host.config.js';
import { openUploads } from './data-location.js';
import { broken, explainBroken, hashed, manifestFile, readManifest, type Manifest } from './tables.js';

/**
 * `host backup-uploads FOLDER`: writes the uploads of NATS or a bucket, if PostgreSQL has a backup of its own. It writes the manifest
 * last, as `backup` does.
 */
export async function backupUploads([folder]: string[], environment: Environment): Promise<void> {
  if (!folder) throw new StartError('Name a new folder: backup-uploads FOLDER');
  await makeEmpty(folder);
  await withUploads(environment, async (store) => {
    const uploads = await copyUploads(store, folder);
    const manifest: Manifest = {
      product: 'lead-finder',
      madeAt: new Date().toISOString(),
      migrations: {},
      tables: [],
      sequences: [],
      ...uploads,
    };
    await writeFile(path.join(folder, manifestFile), JSON.stringify(manifest, null, 2));
    console.log(`${uploads.files.length} uploads are in ${path.resolve(folder)}`);
  });
}

/** `host restore-uploads FOLDER`: writes the uploads of either kind of backup to where the product stores them. */
export async function restoreUploads([folder]: string[], environment: Environment): Promise<void> {
  if (!folder) throw new StartError('Name the folder of a backup: restore-uploads FOLDER');
  const manifest = await readManifest(folder);
  const { files, madeAt } = manifest;
  await withUploads(environment, (store) => bringUploads(store, folder, manifest));
  console.log(`${files.length} uploads are back as they were on ${madeAt}`);
}

async function withUploads(environment: Environment, work: (store: FileStore) => Promise<void>): Promise<void> {
  const [settings] = readSettings([hostSettings], environment) as [HostSettings];
  const uploads = await openUploads(settings);
  if (!uploads) throw new StartError('NATS_URL is not set: it or FILES_URL names the server with the uploads');
  const { files, close } = uploads;
  try {
    await work(files);
  } finally {
    await close();
  }
}

export async function makeEmpty(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new StartError(`${path.resolve(folder)} is not empty: name a new folder for the backup`);
}

const folderOf = (backup: string) => path.join(backup, 'files');

type Uploads = Pick<Manifest, 'files' | 'fileHashes'>;

/** Copies the uploads that are complete. */
export async function copyUploads(store: FileStore, backup: string): Promise<Required<Uploads>> {
  await mkdir(folderOf(backup), { recursive: true });
  const fileHashes: Record<string, string> = {};
  for (const { id } of await store.list()) {
    const hash = createHash('sha256');
    try {
      await pipeline(
        store.read(id),
        (content: AsyncIterable<Uint8Array>) => hashed(content, hash),
        createWriteStream(path.join(folderOf(backup), id), { mode: 0o600 }),
      );
      fileHashes[id] = hash.digest('hex');
    } catch (error) {
      // The upload is incomplete, or its import has ended meanwhile.
      if (!(error instanceof AppError && error.kind === 'not_found')) throw error;
    }
  }
  return { files: Object.keys(fileHashes), fileHashes };
}

export async function bringUploads(store: FileStore, backup: string, { files, fileHashes }: Uploads): Promise<void> {
  for (const id of files) {
    // A stream that cannot open its file may fail before the store listens to it.
    const file = await open(path.join(folderOf(backup), id)).catch((error: unknown) => {
      throw explainBroken(error, `files/${id}`);
    });
    const hash = createHash('sha256');
    await store.write(id, Readable.from(hashed(file.createReadStream(), hash), { objectMode: false }));
    if (fileHashes && hash.digest('hex') !== fileHashes[id])
      throw broken(`files/${id}`, 'it is not what was backed up');
  }
}
