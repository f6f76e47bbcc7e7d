import { box, circle, overpassQuery } from './overpass-query.rules.js';

const area = '(around:5000,30.267200,-97.743100)';
const linesOf = (businessType: string, keyword?: string | null) =>
  overpassQuery({ businessType, keyword } as Parameters<typeof overpassQuery>[0], area, 25)
    .split('\n')
    .slice(2, -2)
    .map((line) => line.replace('  nwr', '').replace(`${area};`, ''));

describe('The area of a query', () => {
  it('is a circle of whole metres', () => {
    expect(circle({ latitude: 30.2672, longitude: -97.7431 }, 4_999.6)).toBe(area);
  });

  it('is a box from its south-west to its north-east corner', () => {
    const square = { low: { latitude: 30, longitude: -98 }, high: { latitude: 30.5, longitude: -97.1234567 } };
    expect(box(square)).toBe('(30.000000,-98.000000,30.500000,-97.123457)');
  });
});

describe('A query of Overpass', () => {
  it('asks for one statement per tag of the kind, limited in time, memory and elements', () => {
    expect(overpassQuery({ businessType: 'Dentist', keyword: undefined }, area, 25)).toBe(
      [
        '[out:json][timeout:25][maxsize:67108864];',
        '(',
        `  nwr["amenity"="dentist"]${area};`,
        `  nwr["healthcare"="dentist"]${area};`,
        ');',
        'out tags center 2000;',
      ].join('\n'),
    );
  });

  it('combines the conditions of a kind, a whole value or a part of it', () => {
    expect(linesOf('pizza')).toEqual([
      '["amenity"="restaurant"]["cuisine"~"pizza",i]',
      '["amenity"="fast_food"]["cuisine"~"pizza",i]',
    ]);
    expect(linesOf('chiropractor')).toEqual(['["healthcare"="alternative"]["healthcare:speciality"~"chiropractic",i]']);
  });

  it('looks for an unknown kind in the names of all kinds of businesses', () => {
    expect(linesOf(' Zeppelin rides ')).toEqual(
      ['shop', 'office', 'craft', 'amenity', 'healthcare', 'leisure', 'tourism'].map(
        (key) => `["name"~"Zeppelin rides",i]["${key}"]`,
      ),
    );
  });

  it('looks for the other words of the kind in name, cuisine, brand and sport', () => {
    const filters = ['name', 'cuisine', 'brand', 'sport'].map((key) => `["amenity"="cafe"]["${key}"~"vegan",i]`);
    expect(linesOf('vegan cafe')).toEqual(filters);
    expect(linesOf('cafe', ' vegan ')).toEqual(filters);
    expect(linesOf('cafe', ' ')).toEqual(['["amenity"="cafe"]']);
  });

  it('looks for both the other words and the keyword', () => {
    const lines = linesOf('vegan cafe', 'garden');
    expect(lines).toHaveLength(16);
    expect(lines[1]).toBe('["amenity"="cafe"]["name"~"vegan",i]["cuisine"~"garden",i]');
  });

  it('takes the signs of a typed text as signs', () => {
    expect(linesOf('cafe', 'a.b*c+d?e|f (g) [h] {i} ^j $k')[0]).toBe(
      '["amenity"="cafe"]["name"~"a\\\\.b\\\\*c\\\\+d\\\\?e\\\\|f \\\\(g\\\\) \\\\[h\\\\] \\\\{i\\\\} \\\\^j \\\\$k",i]',
    );
    expect(linesOf('cafe', 'say "hi"\n  \\now')[0]).toBe('["amenity"="cafe"]["name"~"say \\"hi\\" \\\\\\\\now",i]');
  });
});
