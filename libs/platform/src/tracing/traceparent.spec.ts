import { parseTraceparent, traceIdOf, unrecordedSpan } from './traceparent.js';

describe('the trace of a request id', () => {
  it.each([
    ['the id of the page', '3f2a91c04be7d815', '00000000000000003f2a91c04be7d815'],
    ['32 digits', '4bf92f3577b34da6a3ce929d0e0e4736', '4bf92f3577b34da6a3ce929d0e0e4736'],
    ['a uuid', '9B2E3C1A-4B0C-4d2f-8a55-0c1d2e3f4a5b', '9b2e3c1a4b0c4d2f8a550c1d2e3f4a5b'],
  ])('of %s is the id', (_, id, traceId) => expect(traceIdOf(id)).toBe(traceId));

  it.each(['my-own-id-1', '0000000000000000', '3f2a91c04be7d81', '3f2a91c04be7d815aa'])('of %s is random', (id) => {
    expect(traceIdOf(id)).toMatch(/^[0-9a-f]{32}$/);
    expect(traceIdOf(id)).not.toBe(traceIdOf(id));
  });
});

it('each unrecorded span of a trace has an id of its own', () => {
  const traceId = traceIdOf('3f2a91c04be7d815');
  const [one, other] = [unrecordedSpan(traceId), unrecordedSpan(traceId)].map(parseTraceparent);
  expect([one, other]).toEqual(Array(2).fill({ traceId, spanId: expect.any(String), traceFlags: 0 }));
  expect(one!.spanId).not.toBe(other!.spanId);
});

const [trace, span] = ['a'.repeat(32), 'b'.repeat(16)];
it.each([
  undefined,
  null,
  '',
  'x',
  `01-${trace}-${span}-01`,
  `00-${'0'.repeat(32)}-${span}-01`,
  `00-${trace}-${'0'.repeat(16)}-01`,
])('%s is no traceparent', (text) => expect(parseTraceparent(text)).toBeNull());
