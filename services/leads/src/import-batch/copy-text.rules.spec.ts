import { arrayText, copyLine } from './copy-text.rules.js';

describe('A line of COPY', () => {
  it.each([
    [['Acme', 7, 1.5, true, false, null], 'Acme\t7\t1.5\ttrue\tfalse\t\\N\n'],
    [['a\tb', 'c\nd', 'e\rf', 'g\\h'], 'a\\tb\tc\\nd\te\\rf\tg\\\\h\n'],
    [['\\N', '', '\t\t'], '\\\\N\t\t\\t\\t\n'],
    [[], '\n'],
  ])('of %j is %j', (values, line) => expect(copyLine(values)).toBe(line));
});

describe('A text array', () => {
  it.each([
    [[], '{}'],
    [['Hot', 'Imported'], '{"Hot","Imported"}'],
    [['null', 'a,b', ' ', ''], '{"null","a,b"," ",""}'],
    [['say "hi"', 'back\\slash'], '{"say \\"hi\\"","back\\\\slash"}'],
  ])('of %j is %s', (elements, text) => expect(arrayText(elements)).toBe(text));
});
