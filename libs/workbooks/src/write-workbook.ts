import { configure, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { maxTextLength } from './texts.js';

configure({ useWebWorkers: false });

const start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const office = 'http://schemas.openxmlformats.org';
const relations = (type: string, target: string) =>
  `${start}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`;
const kind = (part: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`;

const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${start}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind('sheet.main')}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind('worksheet')}"/></Types>`,
  '_rels/.rels': relations('officeDocument', 'xl/workbook.xml'),
  'xl/workbook.xml': `${start}<workbook xmlns="${office}/spreadsheetml/2006/main" xmlns:r="${office}/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relations('worksheet', 'worksheets/sheet1.xml'),
};

/** Streams a workbook with one sheet of texts in bounded memory, and cuts texts that no cell can hold. */
export function writeWorkbook(rows: AsyncIterable<readonly (readonly string[])[]>): ReadableStream<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = new ZipWriter(writable, { extendedTimestamp: false });
  const write = async () => {
    for (const [name, text] of Object.entries(parts)) await writer.add(name, streamOf([text]));
    await writer.add('xl/worksheets/sheet1.xml', streamOf(sheet(rows)));
    await writer.close();
  };
  write().catch((error: unknown) => writable.abort(error).catch(() => undefined));
  return readable;
}

async function* sheet(rows: AsyncIterable<readonly (readonly string[])[]>): AsyncGenerator<string> {
  yield `${start}<worksheet xmlns="${office}/spreadsheetml/2006/main"><sheetData>`;
  for await (const some of rows) yield some.map((cells) => `<row>${cells.map(cell).join('')}</row>`).join('');
  yield '</sheetData></worksheet>';
}

const cell = (text: string) =>
  text === '' ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${escape(text)}</t></is></c>`;

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

// oxlint-disable-next-line no-control-regex -- XML has no control characters
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g;

/** Writes as `_x0001_` what XML cannot hold, and as `_x005F_` an underscore that would read as such an escape. */
const escape = (text: string) =>
  text
    .slice(0, maxTextLength)
    .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replace(unwritable, (mark) => `_x${mark.charCodeAt(0).toString(16).padStart(4, '0')}_`)
    .replace(/[&<>]/g, (mark) => marks[mark]!);

function streamOf(texts: Iterable<string> | AsyncIterable<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const iterator = Symbol.asyncIterator in texts ? texts[Symbol.asyncIterator]() : texts[Symbol.iterator]();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
