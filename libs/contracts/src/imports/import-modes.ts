/** What a file does to leads that exist (docs/product/import.md#modes). The page needs it without zod. */
export const importModes = ['create', 'fill', 'overwrite', 'update'] as const;
export type ImportMode = (typeof importModes)[number];
