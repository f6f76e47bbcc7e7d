import { emptyCsv } from '@lead-finder/contracts';

/**
 * Rejects the whole file with 400, and nothing is written. The user sees the message
 * (docs/product/import.md#refused-files).
 */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

export const emptyFile = () => new UnreadableFile(emptyCsv);

/** For a file with a header and no rows (docs/product/import.md#refused-files). */
export const noDataRows = () => new UnreadableFile('The file has no data rows');
