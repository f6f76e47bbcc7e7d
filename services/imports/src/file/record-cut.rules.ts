const QUOTE = 0x22;
const CR = 0x0d;
const LF = 0x0a;

/** `end` is before the line end, `next` after it. `unclosed` and `long` records do not end within reach. */
export interface RecordCut {
  kind: 'whole' | 'unclosed' | 'long';
  end: number;
  next: number;
  cells: number;
  breaks: number;
}

export function lineEndLength(bytes: Uint8Array, at: number): number {
  if (bytes[at] === LF) return 1;
  if (bytes[at] !== CR) return 0;
  if (bytes[at + 1] === LF) return 2;
  return bytes[at + 1] === CR && bytes[at + 2] === LF ? 3 : 1;
}

/** Returns the end of the line and the start of the next one, or null if the line continues beyond `stop`. */
export function cutLine(bytes: Uint8Array, start: number, stop: number): { end: number; next: number } | null {
  for (let at = start; at < stop; at++) {
    if (bytes[at] === LF || bytes[at] === CR) return { end: at, next: at + lineEndLength(bytes, at) };
  }
  return stop === bytes.length ? { end: stop, next: stop } : null;
}

/**
 * Reads quotes as csv-parse with `relax_quotes`, except that a quote after a line break that closes before other text
 * is unclosed: csv-parse would join two rows. The bytes must include `stop` and the line end after it, or all.
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
