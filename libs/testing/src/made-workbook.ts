import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

export const relation = (id: string, type: string, target: string, more = '') =>
  `<Relationship Id="${id}" Type="${office}/${type}" Target="${target}"${more}/>`;
export const relations = (...each: string[]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each.join('')}</Relationships>`;
export const workbookXml = (sheets: string, before = '') =>
  `<workbook xmlns="${main}" xmlns:r="${office}">${before}<sheets>${sheets}</sheets></workbook>`;
export const sheetXml = (rows: string) => `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`;
export const sharedXml = (...texts: string[]) =>
  `<sst xmlns="${main}">${texts.map((text) => `<si>${text.startsWith('<') ? text : `<t>${text}</t>`}</si>`).join('')}</sst>`;
export const stylesXml = (formats: Record<number, string>, ...ids: number[]) =>
  `<styleSheet xmlns="${main}"><numFmts>${Object.entries(formats)
    .map(([id, code]) => `<numFmt numFmtId="${id}" formatCode="${code}"/>`)
    .join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${ids
    .map((id) => `<xf numFmtId="${id}"/>`)
    .join('')}</cellXfs></styleSheet>`;

export interface MadeWorkbook {
  rows?: string;
  shared?: string | null;
  styles?: string | null;
  workbook?: string;
  workbookRelations?: string;
  more?: Record<string, string | Uint8Array>;
}

/** Packs a workbook from its parts, of which each can be replaced. */
export async function madeWorkbook({
  rows = '',
  shared,
  styles,
  more = {},
  ...own
}: MadeWorkbook): Promise<Uint8Array> {
  const parts: Record<string, string | Uint8Array> = {
    '_rels/.rels': relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': own.workbook ?? workbookXml('<sheet name="Leads" sheetId="1" r:id="rId1"/>'),
    'xl/_rels/workbook.xml.rels':
      own.workbookRelations ??
      relations(
        relation('rId1', 'worksheet', 'worksheets/sheet1.xml'),
        relation('rId2', 'sharedStrings', 'sharedStrings.xml'),
        relation('rId3', 'styles', 'styles.xml'),
      ),
    'xl/worksheets/sheet1.xml': sheetXml(rows),
    ...(shared && { 'xl/sharedStrings.xml': shared }),
    ...(styles && { 'xl/styles.xml': styles }),
    ...more,
  };
  return packed(parts);
}

export async function packed(parts: Record<string, string | Uint8Array>): Promise<Uint8Array> {
  const writer = new ZipWriter(new Uint8ArrayWriter());
  for (const [name, content] of Object.entries(parts)) {
    const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
    await writer.add(name, new Uint8ArrayReader(bytes));
  }
  return writer.close();
}
