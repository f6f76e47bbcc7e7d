import { Readable } from 'node:stream';
import { recordExport, type InputOf } from '@lead-finder/contracts';
import type { Bus, Caller } from '@lead-finder/platform';
import { StreamableFile } from '@nestjs/common';

interface CsvDownload {
  fileName: string;
  action: InputOf<typeof recordExport>['action'];
  details: { count: number } & Record<string, unknown>;
  text: AsyncGenerator<string | Uint8Array>;
  contentType?: string | undefined;
}

/**
 * Streams a file in bounded memory: it pulls a chunk whenever the client has read one. It writes the audit entry before
 * it sends the first byte, and awaits the first chunk before that: a rejection has its own status and writes no entry.
 */
export async function csvDownload(
  bus: Bus,
  caller: Caller,
  { fileName, action, details, text, contentType = 'text/csv; charset=utf-8' }: CsvDownload,
): Promise<StreamableFile> {
  const first = await text.next();
  await bus.call(recordExport, { action, details }, caller);
  async function* all() {
    if (!first.done) yield first.value;
    yield* text;
  }
  return new StreamableFile(Readable.from(all(), { objectMode: false }), {
    type: contentType,
    disposition: `attachment; filename="${fileName}"`,
  });
}
