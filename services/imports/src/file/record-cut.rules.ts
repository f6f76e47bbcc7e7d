const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;

/**
 * Where a record ends. `end` is after its last byte, `next` after its line end. `unclosed`: a quote opens, and no cell
 * ends with one within reach. `long`: the record continues beyond reach.
 */
export interface RecordCut {
  kind: 'whole' | 'unclosed' | 'long';
  end: number;
  next: number;
  cells: number;
  /** Line breaks inside quoted cells. */
  breaks: number;
}

/** Returns the length of the line end at `at`, or 0 if there is none. */
export function lineEndLength(bytes: Uint8Array, at: number): number {
  if (bytes[at] === LF) return 1;
  if (bytes[at] !== CR) return 0;
  if (bytes[at + 1] === LF) return 2;
  return bytes[at + 1] === CR && bytes[at + 2] === LF ? 3 : 1;
}

/**
 * Returns the end of the line at `start` and the start of the next one, or null if the line continues beyond `stop`.
 */
export function cutLine(bytes: Uint8Array, start: number, stop: number): { end: number; next: number } | null {
  for (let at = start; at < stop; at++) {
    if (bytes[at] === LF || bytes[at] === CR) return { end: at, next: at + lineEndLength(bytes, at) };
  }
  return stop === bytes.length ? { end: stop, next: stop } : null;
}

/**
 * Finds the end of the record at `start`. It reads quotes as csv-parse with `relax_quotes` does, so both see the same
 * records: a quote opens only at the start of a cell, and a closing quote before other text is part of the text. It is
 * stricter in one case: if that happens after a line break, csv-parse would join two rows, and this function reports an
 * unclosed quote. The caller passes the bytes up to `stop` with the line end after it, or all bytes.
 */
export function cutRecord(bytes: Uint8Array, start: number, reach: number, delimiter: number): RecordCut {
  const stop = Math.min(bytes.length, start + reach);
  let cells = 1;
  let breaks = 0;
  let cellStart = start;
  let at = start;
  while (at < stop) {
    const byte = bytes[at]!;
    if (byte === QUOTE && at === cellStart) {
      let inside = 0;
      at++;
      while (at < stop && (bytes[at] !== QUOTE || bytes[at + 1] === QUOTE)) {
        if (bytes[at] === QUOTE) at++;
        else if (bytes[at] === LF || bytes[at] === CR) {
          inside++;
          at += lineEndLength(bytes, at) - 1;
        }
        at++;
      }
      const behind = bytes[at + 1];
      // csv-parse reads a NUL as the end of the text.
      const closed = behind === undefined || behind === delimiter || behind === LF || behind === CR || behind === 0;
      if (at >= stop || (inside > 0 && !closed)) return { kind: 'unclosed', end: at, next: at, cells, breaks };
      breaks += inside;
    } else if (byte === delimiter) {
      cells++;
      cellStart = at + 1;
    } else if (byte === LF || byte === CR) {
      return { kind: 'whole', end: at, next: at + lineEndLength(bytes, at), cells, breaks };
    }
    at++;
  }
  return { kind: stop === bytes.length ? 'whole' : 'long', end: stop, next: stop, cells, breaks };
}
