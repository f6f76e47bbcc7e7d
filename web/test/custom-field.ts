import type { CustomFieldDefinition } from '@lead-finder/contracts';

export const customField = (part: Partial<CustomFieldDefinition> = {}): CustomFieldDefinition => ({
  id: 1,
  key: 'renewal',
  name: 'Renewal',
  type: 'text',
  options: [],
  currency: null,
  required: false,
  group: null,
  position: 1,
  filter: true,
  filterReady: true,
  archived: false,
  ...part,
});
