/**
 * A random uuid (version 4). Browsers offer `crypto.randomUUID` only on https and on localhost, but an office network
 * may use neither.
 */
export const newUuid = (): string =>
  '10000000-1000-4000-8000-100000000000'.replace(/[018]/g, (digit) => {
    const random = crypto.getRandomValues(new Uint8Array(1))[0] ?? 0;
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });
