import {
  countCustomFieldValues,
  createCustomField,
  listCustomFields,
  orderCustomFields,
  removeCustomField,
  resolveCustomFields,
  restoreCustomField,
  updateCustomField,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { CustomFieldDefinitions } from './custom-field-definitions.js';

@Controller()
export class CustomFieldHandlers {
  constructor(private readonly definitions: CustomFieldDefinitions) {}

  @Handle(listCustomFields)
  async list(_: unknown, { actor }: ActorContext) {
    return {
      fields: await this.definitions.list(),
      removed: actor.role === 'admin' ? await this.definitions.removed() : [],
    };
  }

  @Handle(resolveCustomFields)
  async resolve() {
    return { fields: await this.definitions.list() };
  }

  @Handle(createCustomField)
  create(field: ParsedInputOf<typeof createCustomField>, { actor }: ActorContext) {
    return this.definitions.create(field, actor);
  }

  @Handle(updateCustomField)
  update(change: ParsedInputOf<typeof updateCustomField>, { actor }: ActorContext) {
    return this.definitions.update(change, actor);
  }

  @Handle(orderCustomFields)
  async order({ keys }: ParsedInputOf<typeof orderCustomFields>, { actor }: ActorContext) {
    return { fields: await this.definitions.order(keys, actor) };
  }

  @Handle(countCustomFieldValues)
  async count({ key }: ParsedInputOf<typeof countCustomFieldValues>) {
    return { leads: await this.definitions.count(key) };
  }

  @Handle(removeCustomField)
  remove({ key }: ParsedInputOf<typeof removeCustomField>, { actor }: ActorContext) {
    return this.definitions.remove(key, actor);
  }

  @Handle(restoreCustomField)
  restore({ key }: ParsedInputOf<typeof restoreCustomField>, { actor }: ActorContext) {
    return this.definitions.restore(key, actor);
  }
}
