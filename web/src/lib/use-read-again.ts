import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Returns what a change does at its end, so that the page reads these keys again. */
export function useReadAgain(...keys: QueryKey[]): () => Promise<unknown> {
  const client = useQueryClient();
  return () => Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
