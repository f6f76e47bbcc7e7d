import { type CellFormats, readFormats } from './cell-formats.js';
import { Parts, type WorkbookSource } from './parts.js';
import { damaged, notAWorkbook, UnreadableWorkbook } from './unreadable-workbook.js';
import { attributeOf, parseXml } from './xml.js';

export interface Sheet {
  name: string;
  part: string;
}

export interface Workbook {
  parts: Parts;
  /** The sheets that a spreadsheet shows, in their order. */
  sheets: Sheet[];
  sharedStrings: string | null;
  formats: CellFormats;
}

interface Relation {
  id: string;
  type: string;
  target: string;
  isExternal: boolean;
}

/** Reads the list of sheets and the cell formats. Throws UnreadableWorkbook if the file cannot be imported. */
export async function openWorkbook(source: WorkbookSource): Promise<Workbook> {
  const parts = await Parts.of(source);
  const root = (await relationsOf(parts, '')).find(({ type }) => type === 'officeDocument');
  const main = root?.target ?? 'xl/workbook.xml';
  if (!parts.has(main) || !main.endsWith('.xml')) throw notAWorkbook();

  const relations = await relationsOf(parts, main);
  if (relations.some(({ type }) => type === 'externalLink')) throw linked();
  const { sheets, has1904Dates } = await readMain(parts, main, relations);
  if (sheets.length === 0) throw notAWorkbook();
  const partOf = (type: string) => {
    const found = relations.find((relation) => relation.type === type);
    if (found?.isExternal) throw linked();
    return found && parts.has(found.target) ? found.target : null;
  };
  const sharedStrings = partOf('sharedStrings');
  const formats = await readFormats(parts, partOf('styles'), has1904Dates);
  return { parts, sheets, sharedStrings, formats };
}

/** Returns the named sheet, or the first one. Throws UnreadableWorkbook if it is not there. */
export function sheetOf({ sheets, parts, sharedStrings }: Workbook, name?: string): Sheet {
  const sheet = name === undefined ? sheets[0] : sheets.find((each) => each.name === name);
  if (!sheet) {
    const names = sheets.slice(0, 20).map((each) => `"${each.name}"`);
    throw new UnreadableWorkbook(`The workbook has no sheet "${name}". Its sheets are: ${names.join(', ')}`);
  }
  if (!parts.has(sheet.part)) throw damaged();
  for (const part of [sheet.part, sharedStrings]) if (part) parts.refuseBomb(part);
  return sheet;
}

const linked = () =>
  new UnreadableWorkbook(
    'The workbook takes values from other files. Please copy its values into a new workbook and try again',
  );

async function readMain(parts: Parts, main: string, relations: readonly Relation[]) {
  const sheets: Sheet[] = [];
  let has1904Dates = false;
  const open = (name: string, attributes: Record<string, string>) => {
    if (name === 'externalReferences') throw linked();
    if (name === 'workbookPr') has1904Dates ||= /^(1|true)$/.test(attributes.date1904 ?? '');
    if (name !== 'sheet' || /hidden/i.test(attributes.state ?? '')) return;
    const relation = relations.find(({ id }) => id === attributeOf(attributes, 'id'));
    // A sheet that is only a chart has another type of relation.
    if (relation?.type !== 'worksheet') return;
    if (relation.isExternal) throw linked();
    sheets.push({ name: attributes.name ?? '', part: relation.target });
  };
  for await (const _ of parseXml(parts.readWhole(main), { open }));
  return { sheets, has1904Dates };
}

async function relationsOf(parts: Parts, part: string): Promise<Relation[]> {
  const at = part.lastIndexOf('/') + 1;
  const folder = part.slice(0, at);
  const file = `${folder}_rels/${part.slice(at)}.rels`;
  if (!parts.has(file)) return [];
  const relations: Relation[] = [];
  const open = (name: string, attributes: Record<string, string>) => {
    const { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode } = attributes;
    if (name !== 'Relationship') return;
    if (relations.length > 10_000) throw damaged();
    relations.push({
      id,
      type: type.slice(type.lastIndexOf('/') + 1),
      target: resolve(folder, target),
      isExternal: mode === 'External',
    });
  };
  for await (const _ of parseXml(parts.readWhole(file), { open }));
  return relations;
}

/** A target is relative to the folder of its part, or begins with '/'. */
function resolve(folder: string, target: string): string {
  const path: string[] = [];
  for (const step of `${target.startsWith('/') ? '' : folder}${target.replaceAll('\\', '/')}`.split('/')) {
    if (step === '..') path.pop();
    else if (step !== '' && step !== '.') path.push(step);
  }
  return path.join('/');
}
