/**
 * What a spreadsheet would run or swallow at the start of a cell, after any blanks: OWASP's list, the full-width signs,
 * the pipe of DDE, NUL. Leading apostrophes count as none, so that a cell which already has one gets another and loses
 * only that one when it comes back: escape and unescape are inverse for every text.
 */
const dangerous = /^'*[\s\ufeff\0]*[=+\-@＝＋－＠\t\r\n\0|]/u;

/** A reader that splits at line breaks inside quotes sees each line as a cell, so each line is looked at (OWASP). */
function eachLine(cell: string, change: (line: string, withBreak: string) => string): string {
  if (!/[\r\n]/.test(cell)) return change(cell, cell);
  return cell.replace(/([^\r\n]*)(\r\n|\r|\n|$)/g, (whole, line: string, end: string, at: number) =>
    whole ? change(line, at === 0 ? line + end : line) + end : '',
  );
}

/** Makes a cell harmless that a spreadsheet would run as a formula, by a leading `'`. */
export const escapeFormula = (cell: string) =>
  eachLine(cell, (line, withBreak) => (dangerous.test(withBreak) ? `'${line}` : line));

/** Takes the `'` of `escapeFormula` away again (decisions, section 6). */
export function unescapeFormula(cell: string): string {
  if (!cell.includes("'")) return cell;
  const isEscaped = (line: string) => line.startsWith("'") && dangerous.test(line.slice(1));
  return eachLine(cell, (line, withBreak) => (isEscaped(withBreak) ? line.slice(1) : line));
}
