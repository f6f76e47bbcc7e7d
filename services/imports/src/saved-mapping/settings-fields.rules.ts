import { customImportField, importFields, type ImportSettings } from '@lead-finder/contracts';

type CustomFields = readonly { key: string }[];

const isImportField = (name: string) => importFields.some(({ field }) => field === name);
/** A mapping names a custom field by `customFields.KEY`, `overwrite` by its key. */
const isMapped = (name: string, custom: CustomFields) =>
  isImportField(name) || custom.some(({ key }) => customImportField(key) === name);
const isReplaced = (name: string, custom: CustomFields) =>
  isImportField(name) || custom.some(({ key }) => key === name);

/** Returns the first field of the settings that no import has. */
export function unknownField(
  { mapping = {}, overwrite = [] }: ImportSettings,
  custom: CustomFields,
): { path: 'mapping' | 'overwrite'; field: string } | null {
  const mapped = Object.keys(mapping).find((name) => !isMapped(name, custom));
  if (mapped !== undefined) return { path: 'mapping', field: mapped };
  const replaced = overwrite.find((name) => !isReplaced(name, custom));
  return replaced === undefined ? null : { path: 'overwrite', field: replaced };
}

/** Leaves out the custom fields that were archived or removed since the settings were saved. */
export function withoutUnknownFields(settings: ImportSettings, custom: CustomFields): ImportSettings {
  const { mapping, overwrite } = settings;
  return {
    ...settings,
    ...(mapping && {
      mapping: Object.fromEntries(Object.entries(mapping).filter(([name]) => isMapped(name, custom))),
    }),
    ...(overwrite && { overwrite: overwrite.filter((name) => isReplaced(name, custom)) }),
  };
}
