import { isAscii, isUtf8 } from 'node:buffer';
import { byteOrderMark, type Encoding } from '@lead-finder/contracts';

/** This many non-ASCII characters are enough; the rest of a large file is skipped. */
const sure = 100_000;

/** A file with more valid than broken UTF-8 characters is damaged UTF-8, any other broken one is Windows-1252. */
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
    // A valid file may contain a replacement character from earlier damage.
    const broken = isUtf8(bytes) ? 0 : beyondAscii.filter((character) => character === '\ufffd').length;
    this.broken += broken;
    this.good += beyondAscii.length - broken;
  }
}

/** Returns the number of bytes at the end that begin a UTF-8 character of the next chunk. */
function unfinishedCharacter(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0xc0) return (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) > back ? back : 0;
    if (byte < 0x80) return 0;
  }
  return 0;
}
