import { resolveCustomFields, type CustomFieldDefinition, type ImportSettings } from '@lead-finder/contracts';
import { Bus, invalidField, type ActorContext } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { unknownField } from '../saved-mapping/settings-fields.rules.js';

@Injectable()
export class ImportCustomFields {
  constructor(private readonly bus: Bus) {}

  /** An archived field takes no new values. */
  async now({ requestId, signal }: ActorContext): Promise<CustomFieldDefinition[]> {
    const { fields } = await this.bus.call(resolveCustomFields, {}, { actor: null, requestId, signal });
    return fields.filter(({ archived }) => !archived);
  }
}

/** Rejects with 400 settings that name a field that no import has. */
export function refuseUnknownField(settings: ImportSettings, custom: readonly CustomFieldDefinition[]): void {
  const unknown = unknownField(settings, custom);
  if (!unknown) return;
  const { path, field } = unknown;
  throw invalidField(path, `An import does not have the field "${field}"`);
}
