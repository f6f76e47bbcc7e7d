import { emptyCsv } from '@lead-finder/contracts';

/** The whole file is refused (decisions, section 6: 400, nothing written); the message is shown to people as it is. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}

export const emptyFile = () => new UnreadableFile(emptyCsv);

/** For a file that has a header and nothing below it (decisions, section 9). */
export const noDataRows = () => new UnreadableFile('The file has no data rows');
