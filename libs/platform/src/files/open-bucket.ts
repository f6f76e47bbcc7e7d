import type { Logger } from '../logging/logger.js';
import type { FileStore } from './file-store.js';

/** Loads the SDK only in a process that stores files in a bucket. Does not wait for the bucket. */
export async function openBucket(filesUrl: string, log: Logger): Promise<FileStore> {
  const { S3FileStore } = await import('./s3-file-store.js');
  const store = new S3FileStore(filesUrl);
  store
    .check()
    .catch((error: unknown) =>
      log.warn(
        { err: error },
        'The bucket of FILES_URL does not answer, does not exist or rejects the login. Uploads fail until it does not.',
      ),
    );
  return store;
}
