import { maxSamlBytes } from '@lead-finder/contracts';

/** An element as node-saml reads it: names without prefixes, attributes in `$`, text in `_`. An empty one is a text. */
export type XmlNode = { $?: Record<string, string>; _?: string } & { [name: string]: XmlNode[] | undefined };

/** Enough for 1,000 groups. The time of a check of signatures grows with the square: 20,000 tags take half a minute. */
const maxTags = 2_500;
const maxAttributes = 5_000;
const maxDepth = 64;
/** Matches a whole tag. An attribute cannot contain '<', so a match ends before the next one. */
const tag = /<(\/)?(?:[^<>"']|"[^"<]*"|'[^'<]*')*?(\/)?>/g;

/** Returns why no parser may read this text, or null. It leaves nothing but elements, attributes and texts. */
export function excessOf(xml: string, tagsAllowed = maxTags): string | null {
  if (Buffer.byteLength(xml) > maxSamlBytes) return `The XML is larger than ${maxSamlBytes / 1024} KiB`;
  const content = xml.replace(/^\uFEFF?\s*<\?xml [^<>]*\?>/, '');
  if (/<[!?]/.test(content)) return 'The XML has a document type, an entity, a comment or a processing instruction';
  let tags = 0;
  let depth = 0;
  for (const [, closing, empty] of content.matchAll(tag)) {
    tags += 1;
    depth += closing ? -1 : empty ? 0 : 1;
    if (tags > tagsAllowed || depth > maxDepth)
      return `The XML has more than ${tagsAllowed} tags or ${maxDepth} levels`;
  }
  if (content.split(/["']/).length > 2 * maxAttributes) return `The XML has more than ${maxAttributes} attributes`;
  return tags !== content.split('<').length - 1 || depth !== 0 ? 'This is no well-formed XML' : null;
}

/** Metadata is full of comments, which no sign-in may have. */
export function withoutComments(xml: string): string {
  const [first, ...rest] = xml.split('<!--');
  const after = (part: string) => (part.includes('-->') ? part.slice(part.indexOf('-->') + 3) : `<!--${part}`);
  return [first!, ...rest.map(after)].join('');
}

/** Returns the root and its name. Rejects what `excessOf` names, and what is no XML. */
export async function parseXml(xml: string, tagsAllowed?: number): Promise<{ name: string; root: XmlNode }> {
  const excess = excessOf(xml, tagsAllowed);
  if (excess) throw new Error(excess);
  const { Parser, processors } = await import('xml2js');
  const parser = new Parser({ explicitCharkey: true, tagNameProcessors: [processors.stripPrefix] });
  const parsed = (await parser.parseStringPromise(xml).catch(() => null)) as Record<string, XmlNode> | null;
  const [found] = Object.entries(parsed ?? {});
  if (!found) throw new Error('This is no well-formed XML');
  return { name: found[0], root: found[1] };
}

/** Returns the elements at the end of the path. */
export const elementsAt = (node: XmlNode, ...path: string[]): XmlNode[] =>
  path.reduce((nodes, name) => nodes.flatMap((each) => each[name] ?? []), [node]);
export const textOf = (node: XmlNode | string | undefined) =>
  (typeof node === 'string' ? node : (node?._ ?? '')).trim();
export const attributeOf = (node: XmlNode | undefined, name: string) => node?.$?.[name] ?? '';
