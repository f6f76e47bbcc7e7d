/** The start of a cell that a spreadsheet would run as a formula (OWASP). Leading apostrophes do not hide one. */
const dangerous = /^'*[\s\ufeff\0]*[=+\-@＝＋－＠\t\r\n\0|]/u;

function eachLine(cell: string, change: (line: string, withBreak: string) => string): string {
  if (!/[\r\n]/.test(cell)) return change(cell, cell);
  return cell.replace(/([^\r\n]*)(\r\n|\r|\n|$)/g, (whole, line: string, end: string, at: number) =>
    whole ? change(line, at === 0 ? line + end : line) + end : '',
  );
}

export const escapeFormula = (cell: string) =>
  eachLine(cell, (line, withBreak) => (dangerous.test(withBreak) ? `'${line}` : line));

/** Removes the `'` that `escapeFormula` added (docs/product/import.md#formula-cells). */
export function unescapeFormula(cell: string): string {
  if (!cell.includes("'")) return cell;
  const isEscaped = (line: string) => line.startsWith("'") && dangerous.test(line.slice(1));
  return eachLine(cell, (line, withBreak) => (isEscaped(withBreak) ? line.slice(1) : line));
}
