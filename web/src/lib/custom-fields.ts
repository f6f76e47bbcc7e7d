import type { CustomFieldDefinition, listCustomFields, OutputOf } from '@lead-finder/contracts';
import { useQuery } from '@tanstack/react-query';

export type { CustomFieldDefinition };
export type CustomFields = OutputOf<typeof listCustomFields>;

export const customFieldsKey = '/api/custom-fields';
const none: CustomFieldDefinition[] = [];

/** The fields that are not removed, in their order; none while they load. */
export const useCustomFields = (): CustomFieldDefinition[] =>
  useQuery<CustomFields>({ queryKey: [customFieldsKey] }).data?.fields ?? none;
