import { isAscii, isUtf8 } from 'node:buffer';
import { byteOrderMark, type Encoding } from '@lead-finder/contracts';

/** Enough characters beyond ASCII to be sure; the rest of a large file need not be looked at. */
const sure = 100_000;

/**
 * Decides the encoding while the file is stored, in one pass and without keeping it. Windows-1252 is what is not UTF-8.
 * A file with more good UTF-8 characters than broken ones is a damaged UTF-8 file: its broken rows fail one by one,
 * where reading it as Windows-1252 would quietly spoil every good one.
 */
export class EncodingDetector {
  private head = Buffer.alloc(0);
  private rest = Buffer.alloc(0);
  private good = 0;
  private broken = 0;

  push(bytes: Uint8Array): void {
    if (this.head.length < 3) this.head = Buffer.concat([this.head, bytes.subarray(0, 3)]);
    if (this.good + this.broken >= sure || (this.rest.length === 0 && isAscii(bytes))) return;
    const joined = Buffer.concat([this.rest, bytes]);
    const whole = joined.length - unfinishedCharacter(joined);
    this.rest = joined.subarray(whole);
    this.count(joined.subarray(0, whole));
  }

  result(): Encoding {
    const mark = byteOrderMark(this.head);
    if (mark) return mark.encoding;
    if (this.rest.length) this.broken++;
    return this.broken === 0 || this.good > this.broken ? 'utf-8' : 'windows-1252';
  }

  private count(bytes: Buffer): void {
    const beyondAscii = bytes.toString('utf8').match(/[\u0080-\u{10ffff}]/gu) ?? [];
    // A replacement character may stand in a good file, left by an earlier damage.
    const broken = isUtf8(bytes) ? 0 : beyondAscii.filter((character) => character === '\ufffd').length;
    this.broken += broken;
    this.good += beyondAscii.length - broken;
  }
}

/** How many bytes at the end begin a UTF-8 character that goes on in the next piece. */
function unfinishedCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}
