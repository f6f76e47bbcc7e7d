import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { eventually, freshDatabase, runFolder, startS3 } from '@lead-finder/testing';
import { randomBytes } from 'node:crypto';
import { pino } from 'pino';
import { describeFileStore } from '../../test/file-store-suite.js';
import { makeBucket } from '../../test/make-bucket.js';
import { openInfrastructure } from '../open-infrastructure.js';
import { isFilesAddress, parseFilesAddress } from './files-address.js';
import { openBucket } from './open-bucket.js';
import { S3FileStore } from './s3-file-store.js';

async function* chunks(count: number) {
  for (let sent = 0; sent < count; sent++) yield randomBytes(1024 * 1024);
}

describe('the address of a bucket', () => {
  it('has a login, a folder, and where its server is', () => {
    const url = 's3://key:s%2Fcret@leads/uploads/eu?endpoint=https://s3.example.com&region=eu-central-1&path-style=on';
    expect(parseFilesAddress(url)).toEqual({
      bucket: 'leads',
      prefix: 'uploads/eu/',
      credentials: { accessKeyId: 'key', secretAccessKey: 's/cret' },
      endpoint: 'https://s3.example.com',
      region: 'eu-central-1',
      forcePathStyle: true,
    });
  });

  it('may name the bucket alone', () =>
    expect(parseFilesAddress('s3://leads')).toEqual({
      bucket: 'leads',
      prefix: 'uploads/',
      region: 'us-east-1',
      forcePathStyle: false,
    }));

  it.each([
    'leads',
    'https://leads',
    's3://',
    's3://key@leads',
    's3://leads?endpoint=s3.example.com',
    's3://leads?path-style=yes',
    's3://leads?Region=eu-central-1',
  ])('is rejected if it is %s', (url) => expect(isFilesAddress(url)).toBe(false));
});

let bucket: string;
describeFileStore('a bucket', () => ({
  open: async () => new S3FileStore((bucket = await makeBucket())),
  address: () => ({ bucket }),
  close: async () => undefined,
}));

describe('file store in a bucket', () => {
  it('is that of a process whose settings name the bucket', async () => {
    const [filesUrl, database] = [await makeBucket(), await freshDatabase()];
    const addresses = { databaseUrl: database.url, filesUrl, mailFrom: '', dataDir: runFolder('data'), poolSize: 1 };
    const infrastructure = await openInfrastructure({ ...addresses, log: pino({ level: 'silent' }) });
    try {
      await infrastructure.files.write('one', chunks(1));
      expect(await new S3FileStore(filesUrl).list()).toMatchObject([{ id: 'one' }]);
    } finally {
      await infrastructure.close();
      await database.drop();
    }
  });

  it('leaves objects of others alone', async () => {
    const url = await makeBucket();
    const { bucket, prefix, ...settings } = parseFilesAddress(url);
    const client = new S3Client(settings);
    for (const Key of ['other', `${prefix}a/b`, `${prefix}a.b`])
      await client.send(new PutObjectCommand({ Bucket: bucket, Key, Body: 'content' }));
    expect(await new S3FileStore(url).list()).toEqual([]);
  });

  it('is unavailable while its server is down, and leaves a write that it cuts off to the janitor', async () => {
    const server = await startS3();
    try {
      const store = new S3FileStore(await makeBucket(server.url));
      await store.write('a', chunks(1));
      async function* cutOff() {
        yield* chunks(10);
        await server.kill();
        yield* chunks(10);
      }
      await expect(store.write('b', cutOff())).rejects.toMatchObject({ kind: 'unavailable' });
      await expect(store.list()).rejects.toMatchObject({ kind: 'unavailable' });
      await expect(store.read('a')[Symbol.asyncIterator]().next()).rejects.toMatchObject({ kind: 'unavailable' });
      await server.restart();
      expect((await store.list()).map(({ id }) => id).sort()).toEqual(['a', 'b']);
      await store.remove('b');
      expect((await store.list()).map(({ id }) => id)).toEqual(['a']);
    } finally {
      await server.stop();
    }
  });

  it('is unavailable with a wrong login, which the log reports', async () => {
    const url = (await makeBucket()).replace(':secret@', ':wrong@');
    const lines: string[] = [];
    const store = await openBucket(url, pino({ level: 'warn' }, { write: (line) => void lines.push(line) }));
    await expect(store.write('a', chunks(1))).rejects.toMatchObject({ kind: 'unavailable' });
    await eventually(() => expect(lines.join()).toContain('The bucket of FILES_URL does not answer'));
    expect(lines.join()).not.toContain('wrong@');
  });
});
