import {
  findMappings,
  listSavedMappings,
  removeMapping,
  renameMapping,
  saveMapping,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { ChosenUsers } from '../import/chosen-users.js';
import { ImportCustomFields, refuseUnknownField } from '../import/import-custom-fields.js';
import { SavedMappings } from './saved-mappings.js';

@Controller()
export class SavedMappingHandlers {
  constructor(
    private readonly mappings: SavedMappings,
    private readonly users: ChosenUsers,
    private readonly fields: ImportCustomFields,
  ) {}

  @Handle(listSavedMappings)
  async list() {
    return { mappings: await this.mappings.list() };
  }

  @Handle(findMappings)
  find({ headers }: ParsedInputOf<typeof findMappings>) {
    return this.mappings.find(headers);
  }

  @Handle(saveMapping)
  async save(input: ParsedInputOf<typeof saveMapping>, context: ActorContext) {
    refuseUnknownField(input.settings, await this.fields.now(context));
    const settings = await this.users.withIds(input.settings, context);
    return this.mappings.save(input, settings, context.actor);
  }

  @Handle(renameMapping)
  rename({ id, name }: ParsedInputOf<typeof renameMapping>) {
    return this.mappings.rename(id, name);
  }

  @Handle(removeMapping)
  async remove({ id }: ParsedInputOf<typeof removeMapping>) {
    await this.mappings.remove(id);
    return { message: 'Saved mapping deleted' };
  }
}
