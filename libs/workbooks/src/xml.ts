import { Parser } from 'htmlparser2';
import { damaged } from './unreadable-workbook.js';

/** Elements come without their namespace prefix. */
export interface XmlHandlers {
  open: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

/** No attribute, comment or text of a workbook is longer than that without an element between. */
const maxSilentCharacters = 2_097_152;

const local = (name: string) => (name.includes(':') ? name.slice(name.indexOf(':') + 1) : name);

/** Returns the value of an attribute whatever the prefix of its namespace is, as in `r:id`. */
export const attributeOf = (attributes: Record<string, string>, name: string): string | undefined =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => local(key) === name)?.[1];

/** Parses a part chunk by chunk in bounded memory, and yields after each chunk. Throws if it is no XML. */
export async function* parseXml(bytes: AsyncIterable<Uint8Array>, handlers: XmlHandlers): AsyncGenerator<void> {
  let silent = 0;
  let depth = 0;
  let elements = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        silent = 0;
        depth++;
        elements++;
        handlers.open(local(name), attributes);
      },
      ontext: (text) => {
        silent = 0;
        handlers.text?.(text);
      },
      onclosetag: (name) => {
        silent = 0;
        depth--;
        handlers.close?.(local(name));
      },
      // No part of a workbook declares a document type; its entities could unpack to any size.
      onprocessinginstruction: (name) => {
        if (/^!/.test(name)) throw damaged();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let isAfterReturn = false;
  for await (const chunk of bytes) {
    decoder ??= new TextDecoder(encodingOf(chunk));
    const text = decoder.decode(chunk, { stream: true });
    silent += text.length;
    if (text === '') continue;
    parser.write(withLineFeeds(text, isAfterReturn));
    isAfterReturn = text.endsWith('\r');
    if (silent > maxSilentCharacters) throw damaged();
    yield;
  }
  if (depth > 0 || elements === 0) throw damaged();
  parser.end();
}

/** XML reads each line end as one line feed; a carriage return that belongs to a text is written as an entity. */
function withLineFeeds(text: string, isAfterReturn: boolean): string {
  const rest = isAfterReturn && text.startsWith('\n') ? text.slice(1) : text;
  return rest.includes('\r') ? rest.replace(/\r\n?/g, '\n') : rest;
}

function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return head[0] === 0xfe && head[1] === 0xff ? 'utf-16be' : 'utf-8';
}
