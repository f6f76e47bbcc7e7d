import { boxAround, contains, distanceBetween, extent } from './geometry.rules.js';

const austin = { latitude: 30.2672, longitude: -97.7431 };
const dallas = { latitude: 32.7767, longitude: -96.797 };

describe('The distance between two points', () => {
  it.each([
    ['one degree along the equator', { latitude: 0, longitude: 10 }, { latitude: 0, longitude: 11 }, 111_195],
    ['one degree to the north', { latitude: 45, longitude: 10 }, { latitude: 46, longitude: 10 }, 111_195],
    ['one degree along the 60th parallel', { latitude: 60, longitude: 10 }, { latitude: 60, longitude: 11 }, 55_595],
    ['Austin to Dallas', austin, dallas, 293_067],
    ['pole to pole', { latitude: 90, longitude: 0 }, { latitude: -90, longitude: 0 }, 20_015_115],
    ['a point to itself', austin, austin, 0],
  ])('of %s is right to a part in a thousand', (_, from, to, metres) => {
    expect(Math.abs(distanceBetween(from, to) - metres)).toBeLessThanOrEqual(metres / 1_000);
    expect(distanceBetween(to, from)).toBe(distanceBetween(from, to));
  });

  it('is a number for points that are opposite to each other', () => {
    for (let longitude = -180; longitude <= 180; longitude += 7) {
      const metres = distanceBetween({ latitude: 30.1, longitude }, { latitude: -30.1, longitude: longitude + 180 });
      expect(metres).toBeCloseTo(20_015_115, -2);
    }
  });
});

describe('The box around a circle', () => {
  const box = boxAround({ latitude: 60, longitude: 10 }, 111_195);

  it('reaches as far to the north as to the south, and twice as many degrees to the sides at 60° north', () => {
    expect(box.low.latitude).toBeCloseTo(59, 6);
    expect(box.high.latitude).toBeCloseTo(61, 6);
    expect(box.low.longitude).toBeCloseTo(8, 6);
    expect(box.high.longitude).toBeCloseTo(12, 6);
  });

  it('has the distance of its corners as extent', () => {
    const { low, high } = boxAround({ latitude: 0, longitude: 0 }, 1_000);
    expect(extent({ low, high })).toBeCloseTo(2_828.4, 0);
  });

  it.each([
    [59, 8, true],
    [61, 12, true],
    [60, 10, true],
    [58.9, 10, false],
    [61.1, 10, false],
    [60, 7.9, false],
    [60, 12.1, false],
  ])('contains the point %p, %p: %p', (latitude, longitude, isInside) => {
    const square = { low: { latitude: 59, longitude: 8 }, high: { latitude: 61, longitude: 12 } };
    expect(contains(square, { latitude, longitude })).toBe(isInside);
  });
});
