const MINIMUM_TYPED = 2;
const MAX_SHOWN = 20;

export function suggest(list: readonly string[], typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted.length < MINIMUM_TYPED) return [];
  const isBehind = (entry: string): number => (entry.toLowerCase().startsWith(wanted) ? 0 : 1);
  return list
    .filter((entry) => entry.toLowerCase().includes(wanted))
    .sort((a, b) => isBehind(a) - isBehind(b) || a.localeCompare(b, 'en'))
    .slice(0, MAX_SHOWN);
}
