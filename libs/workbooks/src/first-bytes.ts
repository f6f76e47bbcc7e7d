/** The first bytes of every container of Microsoft Office from before .xlsx, and of one with a password. */
const olderContainer = [0xd0, 0xcf, 0x11, 0xe0];
const zip = [0x50, 0x4b, 0x03, 0x04];

export const workbookSniffBytes = 8;

/** Returns why a file cannot be a workbook, from its first bytes, or null. */
export function workbookProblem(head: Uint8Array): string | null {
  const begins = (bytes: readonly number[]) => bytes.every((byte, at) => head[at] === byte);
  if (head.length === 0) return 'The file is empty';
  if (begins(olderContainer)) {
    return 'The workbook has a password or is in the old .xls format. Please save it as .xlsx without a password and try again';
  }
  return begins(zip) ? null : 'The file is not an Excel workbook (.xlsx). Please save it as .xlsx or CSV and try again';
}
