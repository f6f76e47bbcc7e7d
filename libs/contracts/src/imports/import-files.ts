export const importFormats = ['csv', 'xlsx', 'ndjson'] as const;
export type ImportFormat = (typeof importFormats)[number];

/** Returns the format that the name of a file stands for, or null if an import reads no such file. */
export function importFormatOf(fileName: string): ImportFormat | null {
  const ending = /\.(csv|xlsx|ndjson|jsonl)$/i.exec(fileName)?.[1]?.toLowerCase();
  return ending === 'jsonl' ? 'ndjson' : ((ending as ImportFormat | undefined) ?? null);
}
