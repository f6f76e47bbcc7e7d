import { TextCollector } from './texts.js';
import type { Workbook } from './workbook.js';
import { parseXml } from './xml.js';

/** Yields the shared strings of a workbook, some hundred at a time, in the order in which cells number them. */
export async function* readSharedStrings({ parts, sharedStrings }: Workbook): AsyncGenerator<string[]> {
  if (!sharedStrings) return;
  let texts: string[] = [];
  const collector = new TextCollector();
  const handlers = {
    open: (name: string) => collector.open(name),
    text: (text: string) => collector.add(text),
    close: (name: string) => {
      collector.close(name);
      if (name === 'si') texts.push(collector.take());
    },
  };
  for await (const _ of parseXml(parts.read(sharedStrings), handlers)) {
    if (texts.length > 0) yield texts;
    texts = [];
  }
}
