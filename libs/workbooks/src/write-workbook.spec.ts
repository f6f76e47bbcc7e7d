import { sourceOf } from '../test/source-of.js';
import { readWorkbookHead } from './workbook-head.js';
import { writeWorkbook } from './write-workbook.js';

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

describe('writing a workbook', () => {
  it('writes texts that read back as they were', async () => {
    const texts = [
      '=1+1',
      '007',
      '1/2',
      ' blanks ',
      'a\nb',
      'tab\there',
      '<b>&"\'',
      '_x000A_',
      '\u0001',
      'é 漢 😀',
      '',
      'x',
    ];
    async function* rows() {
      yield [['Name'], texts];
      yield [];
      yield [['last']];
    }
    const head = await readWorkbookHead(sourceOf(await bytesOf(writeWorkbook(rows()))), 10);
    expect(head.rows).toEqual([
      { row: 1, cells: ['Name'] },
      { row: 2, cells: texts },
      { row: 3, cells: ['last'] },
    ]);
  });

  it('fails where its rows fail', async () => {
    async function* rows() {
      yield [['Name']];
      throw new Error('no more rows');
    }
    await expect(bytesOf(writeWorkbook(rows()))).rejects.toThrow('no more rows');
  });
});
