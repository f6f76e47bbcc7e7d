import type { WorkbookSource } from '../src/parts.js';

export const sourceOf = (bytes: Uint8Array): WorkbookSource => ({
  size: bytes.length,
  read: async (offset, length) => bytes.slice(offset, offset + length),
});
