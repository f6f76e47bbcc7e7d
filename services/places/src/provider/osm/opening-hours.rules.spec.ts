import { isOpenAt } from './opening-hours.rules.js';
import { wallClockAt } from './wall-clock.js';

const [monday, wednesday, friday, saturday, sunday] = [0, 2, 4, 5, 6];
const at = (day: number, time: string) => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return { day, minute: hour * 60 + minute };
};

describe('Opening hours', () => {
  it.each([
    ['24/7', sunday, '03:00', true],
    ['off', wednesday, '12:00', false],
    ['Closed', wednesday, '12:00', false],
    ['Mo-Fr 09:00-17:00', wednesday, '09:00', true],
    ['Mo-Fr 09:00-17:00', wednesday, '17:00', false],
    ['Mo-Fr 09:00-17:00', saturday, '12:00', false],
    ['Mo-Fr 09:30-17:30', wednesday, '09:00', false],
    ['Mo-Fr 09:30-17:30', wednesday, '17:15', true],
    ['Mo-Fr  09:00-17:00; ', wednesday, '10:00', true],
    ['Mo-Su 00:00-00:00', wednesday, '12:00', true],
    ['Mo-Fr 09:00-12:00,13:00-17:00', friday, '12:30', false],
    ['Mo-Fr 09:00-12:00, 13:00-17:00', friday, '13:30', true],
    ['Mo,We,Fr 10:00-14:00', wednesday, '11:00', true],
    ['Fr-Sa 20:00-03:00', saturday, '01:30', true],
    ['Fr-Sa 20:00-03:00', sunday, '01:30', true],
    ['Fr-Sa 20:00-03:00', friday, '01:30', false],
    ['Fr-Sa 20:00-03:00', sunday, '03:00', false],
    ['Fr-Sa 20:00-03:00', sunday, '21:00', false],
    ['Sa-Mo 10:00-18:00', monday, '11:00', true],
    ['09:00-18:00', sunday, '10:00', true],
    ['Mo-Su 09:00-18:00; We off', wednesday, '10:00', false],
    ['Mo-Fr 09:00-18:00; We 12:00-14:00', wednesday, '10:00', false],
    ['Mo-Fr 09:00+', wednesday, '10:00', null],
    ['Mo-Fr 09:00-17:00; PH off', wednesday, '10:00', null],
    ['Mo-Fr,PH 09:00-17:00', wednesday, '10:00', null],
    ['We PH 09:00-17:00', wednesday, '10:00', null],
    ['Dec We 09:00-17:00', wednesday, '10:00', null],
    ['2026 We 09:00-17:00', wednesday, '10:00', null],
    ['We 09:00-12:00, late', wednesday, '10:00', null],
    ['We 09:00-17:00\nTh off', wednesday, '10:00', null],
    ['We off-season', wednesday, '10:00', null],
    ['Mo-Fr 09:00-17:00 "by appointment"', wednesday, '10:00', null],
    ['sunrise-sunset', wednesday, '10:00', null],
    ['whenever', wednesday, '10:00', null],
    ['', wednesday, '10:00', null],
    [undefined, wednesday, '10:00', null],
  ])('%p on day %i at %s are %p', (text, day, time, open) => expect(isOpenAt(text, at(day, time))).toBe(open));

  it.each(['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'].map((name, day) => [name, day] as const))(
    'of %s are those of day %i',
    (name, day) => expect(isOpenAt(`${name} 09:00-17:00`, at(day, '12:00'))).toBe(true),
  );
});

describe("A place's wall clock", () => {
  const now = new Date('2026-03-04T03:30:00Z');
  const where = (region: string | null, longitude = -97.7) => wallClockAt({ latitude: 30, longitude, region }, now);

  it.each([
    ['US-TX', -97.7, at(1, '21:30')],
    ['US-TX', -106.4, at(1, '20:30')],
    ['US-TN', -84, at(1, '22:30')],
    ['US-HI', -157.8, at(1, '17:30')],
    ['GB-ENG', -0.1, at(wednesday, '03:30')],
    ['FR-IDF', 2.3, null],
    [null, 0, null],
  ])('in %p at longitude %p is %p', (region, longitude, clock) => expect(where(region, longitude)).toEqual(clock));
});
