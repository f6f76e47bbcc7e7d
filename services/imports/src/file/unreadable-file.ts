import { emptyCsv } from '@lead-finder/contracts';

/** Rejects the whole file with 400 and this message (docs/product/import.md#refused-files). */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

export const emptyFile = () => new UnreadableFile(emptyCsv);

export const noDataRows = () => new UnreadableFile('The file has no data rows');
