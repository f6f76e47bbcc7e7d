import fc from 'fast-check';
import { unescapeFormula } from '../csv-formula.js';
import { importFormatOf } from './import-files.js';
import { matchColumns } from './import-columns.js';
import { jsonLine, jsonLineRow, positionsOf, readJsonLine } from './json-lines.js';

const rowOf = (line: string, ...headers: string[]) => jsonLineRow(line, positionsOf(headers));

describe('a line of an NDJSON file', () => {
  it('has a text, a number, true, false or null for each key', () => {
    const line = '{"a":"x","b":5015551234,"c":-0.5,"d":true,"e":null,"f":""}';
    expect(rowOf(line, 'a', 'b', 'c', 'd', 'e', 'f', 'g')).toEqual({
      cells: ['x', '5015551234', '-0.5', 'true', '', '', ''],
      problem: null,
    });
  });

  it('may have custom fields in an object of their own, whose keys are theirs', () => {
    const line = readJsonLine('{"Business Name":"A","customFields":{"plan":"Gold","seats":4}}');
    expect([...line.values]).toEqual([
      ['Business Name', 'A'],
      ['customFields.plan', 'Gold'],
      ['customFields.seats', '4'],
    ]);
    const fields = [
      { key: 'seats', name: 'Seats' },
      { key: 'plan', name: 'Contract' },
    ];
    const { columns } = matchColumns([...line.values.keys()], { hasAssignee: true, customFields: fields });
    expect(columns).toEqual({ businessName: [0], 'customFields.plan': [1], 'customFields.seats': [2] });
  });

  test.each([
    ['{"a":1', 'The line is not JSON'],
    ["{'a':1}", 'The line is not JSON'],
    ['{"a":NaN}', 'The line is not JSON'],
    ['a,b', 'The line is not JSON'],
    ['[1]', 'The line is not a JSON object'],
    ['"a"', 'The line is not a JSON object'],
    ['null', 'The line is not a JSON object'],
    ['{"a":["x"]}', '"a" must be a text, a number, true, false or null, not a list'],
    ['{"a":{"b":1}}', '"a" must be a text, a number, true, false or null, not an object'],
    ['{"customFields":{"a":{}}}', '"customFields.a" must be a text, a number, true, false or null, not an object'],
    ['{"a":9007199254740993}', '"a" is a number with more digits than can be read. Please write it as a text'],
    ['{"a":1e999}', '"a" is a number with more digits than can be read. Please write it as a text'],
    ['{"a":"x\\u0000y"}', '"a" holds a NUL character'],
    ['{"a":"\\ud800"}', '"a" holds characters that cannot be read'],
    ['{"b":"lost"}', 'The first MiB of the file does not have the key "b"'],
    ['{"a":[],"b":1}', /not a list; The first MiB of the file does not have the key "b"$/],
  ])('%s fails with its reason, and stands as it was behind its cells', (line, problem) => {
    const row = rowOf(line, 'a', 'customFields.a');
    expect(row.problem).toMatch(problem);
    expect(row.cells.slice(2)).toEqual([line]);
  });

  it('says five of its problems, and how many more there are', () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`k${at}`, []]));
    expect(rowOf(JSON.stringify(many)).problem).toMatch(/^"k0" must .* "k4" must .* not a list; and 995 more$/);
  });

  it('may have a key without a value that is no column', () => {
    expect(rowOf('{"a":"x","b":null,"c":" "}', 'a')).toEqual({ cells: ['x'], problem: null });
  });

  it('is safe with keys like those of every object, and with deep nesting', () => {
    expect(rowOf('{"__proto__":"x","constructor":"y"}', '__proto__', 'constructor').cells).toEqual(['x', 'y']);
    expect(rowOf(`{"a":${'['.repeat(60_000)}${']'.repeat(60_000)}}`, 'a').problem).toMatch(/not a list$/);
    expect(jsonLine([['__proto__', 'x']])).toBe('{"__proto__":"x"}\n');
  });

  it('gives the import each text exactly, also one that looks like the escaped formula of a spreadsheet', () => {
    const text = fc.string({ unit: fc.constantFrom(..."a'=+@-|\t\r\n é＝"), maxLength: 12 });
    fc.assert(
      fc.property(text, (value) => {
        expect(unescapeFormula(rowOf(jsonLine([['a', value]]), 'a').cells[0]!)).toBe(value);
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  ['leads.csv', 'csv'],
  ['LEADS.XLSX', 'xlsx'],
  ['a.ndjson', 'ndjson'],
  ['a.b.JSONL', 'ndjson'],
  ['a.json', null],
  ['ndjson', null],
  ['a.csv.exe', null],
])('the name %s stands for the format %s', (name, format) => {
  expect(importFormatOf(name)).toBe(format);
});
