import { attributeOf, elementsAt, excessOf, parseXml, textOf, withoutComments } from './saml-xml.rules.js';

const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);
const excess = 'a document type, an entity, a comment or a processing instruction';

describe('the XML that a parser may read', () => {
  it.each([
    ['an element', '<a/>'],
    ['a declaration', '<?xml version="1.0" encoding="UTF-8"?><a/>'],
    ['a byte order mark and a declaration', '\uFEFF <?xml version="1.0"?>\n<a b="1" c=\'2\'>text</a>'],
    ['attributes with the sign of the end of a tag', `<a b="x > y" c='x > y'>1 > 0</a>`],
    ['64 levels', nested(64)],
    ['2,500 tags', `<a>${'<b/>'.repeat(2_498)}</a>`],
    ['5,000 attributes', `<a>${'<b c=""/>'.repeat(4).trim()}</a>`],
  ])('has %s', (_, xml) => expect(excessOf(xml)).toBeNull());

  it.each([
    ['a comment', '<a><!-- b --></a>', excess],
    ['a document type', '<!DOCTYPE a><a/>', excess],
    ['an entity', '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', excess],
    ['a processing instruction', '<a><?b c?></a>', excess],
    ['a second declaration', '<?xml version="1.0"?><?xml version="1.0"?><a/>', excess],
    ['65 levels', nested(65), 'more than 2500 tags or 64 levels'],
    ['2,501 tags', `<a>${'<b/>'.repeat(2_499)}</a>`, 'more than 2500 tags or 64 levels'],
    ['more than 5,000 attributes', `<a ${'b="" '.repeat(5_001)}/>`, 'more than 5000 attributes'],
    ['an open element', '<a><b></a>', 'no well-formed XML'],
    ['an end too many', '<a></a></a>', 'no well-formed XML'],
    ['a sign that begins no tag', '<a>1 < 2</a>', 'no well-formed XML'],
    ['a quote without its end', '<a b="c></a>', 'no well-formed XML'],
    ['more than 256 KiB', `<a>${'ä'.repeat(140_000)}</a>`, 'larger than 256 KiB'],
  ])('has not %s', (_, xml, sentence) => expect(excessOf(xml)).toContain(sentence));

  it('may have as many tags as the caller allows', () => {
    const xml = `<a>${'<b/>'.repeat(9)}</a>`;
    expect(excessOf(xml, 11)).toBeNull();
    expect(excessOf(xml, 10)).toBe('The XML has more than 10 tags or 64 levels');
  });
});

describe('comments of metadata', () => {
  it.each([
    ['<a/>', '<a/>'],
    ['<a><!-- one --><b/><!-- two\n --></a><!---->', '<a><b/></a>'],
    ['<a><!-- open', '<a><!-- open'],
    ['<!-- a <!-- b --> c', '<!-- a  c'],
  ])('of %s are left out', (xml, without) => expect(withoutComments(xml)).toBe(without));
});

describe('a parsed text', () => {
  it('has names without prefixes, attributes, and trimmed texts', async () => {
    const xml = '<s:A xmlns:s="urn:s" ID="1"><s:B><C Name="x"> one </C><C/></s:B><s:B><C>three</C></s:B></s:A>';
    const { name, root } = await parseXml(xml);
    expect(name).toBe('A');
    expect(attributeOf(root, 'ID')).toBe('1');
    const found = elementsAt(root, 'B', 'C');
    expect(found.map(textOf)).toEqual(['one', '', 'three']);
    expect(found.map((each) => attributeOf(each, 'Name'))).toEqual(['x', '', '']);
    expect(elementsAt(root)).toEqual([root]);
    expect(elementsAt(root, 'D', 'C')).toEqual([]);
    expect([textOf(undefined), textOf(' text '), attributeOf(undefined, 'Name')]).toEqual(['', 'text', '']);
  });

  it.each([
    ['<a><!-- b --></a>', excess],
    ['', 'no well-formed XML'],
    ['text', 'no well-formed XML'],
    ['<a></b>', 'no well-formed XML'],
  ])('is refused if it is %j', async (xml, sentence) => await expect(parseXml(xml)).rejects.toThrow(sentence));

  it('is refused beyond the allowed tags', async () => {
    await expect(parseXml('<a><b/></a>', 2)).rejects.toThrow('more than 2 tags');
    await expect(parseXml('<a><b/></a>', 3)).resolves.toMatchObject({ name: 'a' });
  });
});
