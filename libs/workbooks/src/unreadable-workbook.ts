/** Why a workbook cannot be imported. The user reads the message (docs/product/import.md#workbooks). */
export class UnreadableWorkbook extends Error {
  override readonly name = 'UnreadableWorkbook';
}

export const damaged = () =>
  new UnreadableWorkbook('The workbook is incomplete or damaged. Please save it again and try again');

export const notAWorkbook = () =>
  new UnreadableWorkbook('The file is not an Excel workbook (.xlsx). Please save it as .xlsx or CSV and try again');

export const bomb = () =>
  new UnreadableWorkbook('The workbook unpacks to much more than its size. Please save it as CSV and try again');
