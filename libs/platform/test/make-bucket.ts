import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { randomUUID } from 'node:crypto';
import { testS3 } from '@lead-finder/testing';
import { parseFilesAddress } from '../src/files/files-address.js';

/** Returns the address of a new bucket in an S3 server. Default: that of the run. */
export async function makeBucket(server?: string): Promise<string> {
  const url = (server ?? (await testS3())).replace('@bucket', `@uploads-${randomUUID()}`);
  const { bucket, prefix: _, ...settings } = parseFilesAddress(url);
  await new S3Client(settings).send(new CreateBucketCommand({ Bucket: bucket }));
  return url;
}
