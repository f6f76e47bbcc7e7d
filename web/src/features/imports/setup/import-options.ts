import type { ImportMode, ImportSettings } from '@lead-finder/contracts';
import type { ColumnTarget } from './column-choice';

/** What happens to leads that exist, and how the file writes what can be read in two ways. */
export interface ImportOptions {
  mode: ImportMode;
  /** Columns whose values do not replace what is there. */
  spared: ReadonlySet<ColumnTarget>;
  dayFirst?: boolean;
  decimalComma?: boolean;
}

export const defaultOptions: ImportOptions = { mode: 'create', spared: new Set() };

export const replaces = (mode: ImportMode) => mode === 'overwrite' || mode === 'update';

/** Fields that find the lead, or that no import replaces (docs/product/import.md#modes). */
const neverReplaced: readonly ColumnTarget[] = [
  ...(['leadUuid', 'user', 'businessName', 'address', 'city', 'state', 'zip'] as const),
  ...(['latitude', 'longitude', 'customTag'] as const),
];
export const isReplaceable = (field: ColumnTarget) => !neverReplaced.includes(field);

/** The fields to replace as the server names them; undefined for all. */
export function overwriteOf({ mode, spared }: ImportOptions, fields: readonly ColumnTarget[]): string[] | undefined {
  if (!replaces(mode) || spared.size === 0) return undefined;
  return fields
    .filter((field) => !spared.has(field) && isReplaceable(field))
    .map((field) => field.replace(/^customFields\./, ''));
}

export function optionsOf(
  { mode = 'create', overwrite, dayFirst, decimalComma }: ImportSettings,
  fields: readonly ColumnTarget[],
): ImportOptions {
  const chosen = overwrite && new Set(overwrite);
  const spared = chosen
    ? fields.filter((field) => isReplaceable(field) && !chosen.has(field.replace(/^customFields\./, '')))
    : [];
  return { mode, spared: new Set(spared), dayFirst, decimalComma };
}
