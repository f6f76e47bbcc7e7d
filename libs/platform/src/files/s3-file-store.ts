import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  paginateListObjectsV2,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
  type MultipartUpload,
} from '@aws-sdk/client-s3';
import { notFound, unavailable } from '../errors/app-error.js';
import { inChunks, untilAborted } from './bytes.js';
import { checkedFileId, isFileId, segmentBytes, type FileStore, type StoredFile } from './file-store.js';
import { parseFilesAddress } from './files-address.js';
import { because, storageFull } from './storage-full.js';

/** S3 takes at most 10,000 parts, of at least as much each but the last. */
const partBytes = 5 * 1024 * 1024;

/** The names that servers give a quota or a disk without room. */
const fullNames = ['QuotaExceeded', 'XMinioStorageFull', 'InsufficientStorage'];

/** Stores each file as an object of a bucket, which exists as soon as it is complete. */
export class S3FileStore implements FileStore {
  private readonly bucket: string;
  private readonly prefix: string;
  private readonly client: S3Client;

  constructor(url: string) {
    const { bucket, prefix, ...settings } = parseFilesAddress(url);
    this.bucket = bucket;
    this.prefix = prefix;
    this.client = new S3Client({
      ...settings,
      // Other servers than that of AWS may not know its newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000, throwOnRequestTimeout: true },
    });
  }

  /** Throws if the bucket does not exist or may not be used. */
  async check(): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.bucket }));
  }

  async write(id: string, bytes: AsyncIterable<Uint8Array>, signal?: AbortSignal): Promise<number> {
    const at = this.at(id);
    const parts = inChunks(untilAborted(bytes, signal), partBytes);
    const { value: first = new Uint8Array() } = await parts.next();
    if (first.length < partBytes) {
      await this.client.send(new PutObjectCommand({ ...at, Body: first })).catch(fail);
      return first.length;
    }
    const { UploadId } = await this.client.send(new CreateMultipartUploadCommand(at)).catch(fail);
    const upload = { ...at, UploadId };
    try {
      return await this.writeParts(upload, first, parts);
    } catch (error) {
      // The janitor ends later what fails to be ended now.
      await this.client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
      throw error;
    }
  }

  async *read(id: string, fromByte = 0): AsyncGenerator<Uint8Array> {
    const at = this.at(id);
    for (let from = fromByte, size = Infinity; from < size;) {
      // One request for each segment, because a server would end the connection of a slow reader.
      const Range = `bytes=${from}-${from + segmentBytes - 1}`;
      const found = await this.client.send(new GetObjectCommand({ ...at, Range })).catch(ifBeyondEnd);
      if (!found?.Body) return;
      size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength);
      const segment = await found.Body.transformToByteArray().catch(fail);
      yield segment;
      from += segment.length;
    }
  }

  async remove(id: string): Promise<void> {
    const at = this.at(id);
    await this.client.send(new DeleteObjectCommand(at)).catch(fail);
    for await (const { Key, UploadId } of this.unfinished(at.Key))
      if (Key === at.Key) await this.client.send(new AbortMultipartUploadCommand({ ...at, UploadId })).catch(ifGone);
  }

  async list(): Promise<StoredFile[]> {
    const files = new Map<string, StoredFile>();
    const add = (key: string | undefined, writtenAt: Date | undefined) => {
      const id = key?.slice(this.prefix.length) ?? '';
      if (writtenAt && isFileId(id)) files.set(id, { id, writtenAt });
    };
    for await (const { Key, Initiated } of this.unfinished(this.prefix)) add(Key, Initiated);
    const pages = paginateListObjectsV2({ client: this.client }, { Bucket: this.bucket, Prefix: this.prefix });
    try {
      for await (const { Contents = [] } of pages) for (const { Key, LastModified } of Contents) add(Key, LastModified);
    } catch (error) {
      fail(error);
    }
    return [...files.values()];
  }

  private async writeParts(
    upload: { Bucket: string; Key: string; UploadId: string | undefined },
    first: Uint8Array,
    rest: AsyncIterable<Uint8Array>,
  ): Promise<number> {
    const Parts: { PartNumber: number; ETag: string | undefined }[] = [];
    let size = 0;
    const send = async (Body: Uint8Array) => {
      const PartNumber = Parts.length + 1;
      const { ETag } = await this.client.send(new UploadPartCommand({ ...upload, PartNumber, Body })).catch(fail);
      Parts.push({ PartNumber, ETag });
      size += Body.length;
    };
    await send(first);
    for await (const part of rest) await send(part);
    const complete = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } });
    await this.client.send(complete).catch(fail);
    return size;
  }

  private async *unfinished(prefix: string): AsyncGenerator<MultipartUpload> {
    const at = { Bucket: this.bucket, Prefix: prefix };
    for (let more = {}; ;) {
      const page = await this.client.send(new ListMultipartUploadsCommand({ ...at, ...more })).catch(fail);
      yield* page.Uploads ?? [];
      if (!page.IsTruncated) return;
      more = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  }

  private at(id: string): { Bucket: string; Key: string } {
    return { Bucket: this.bucket, Key: this.prefix + checkedFileId(id) };
  }
}

const hasName = (error: unknown, ...names: string[]) =>
  error instanceof S3ServiceException && names.includes(error.name);

function fail(error: unknown): never {
  if (hasName(error, 'NoSuchKey')) throw notFound('File');
  const isFull = hasName(error, ...fullNames);
  throw isFull ? storageFull(error) : because(error, unavailable('File storage'));
}

const ifBeyondEnd = (error: unknown) => (hasName(error, 'InvalidRange') ? undefined : fail(error));
const ifGone = (error: unknown) => (hasName(error, 'NoSuchUpload') ? undefined : fail(error));
