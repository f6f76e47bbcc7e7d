export { workbookProblem, workbookSniffBytes } from './first-bytes.js';
export type { WorkbookSource } from './parts.js';
export { readSharedStrings } from './shared-strings.js';
export { readSheetRows, type SheetCell, type SheetRow } from './sheet-rows.js';
export { maxTextLength } from './texts.js';
export { UnreadableWorkbook } from './unreadable-workbook.js';
export { openWorkbook, sheetOf, type Sheet, type Workbook } from './workbook.js';
export { readWorkbookHead, type WorkbookHead } from './workbook-head.js';
export { writeWorkbook } from './write-workbook.js';
