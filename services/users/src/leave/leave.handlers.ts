import {
  addLeave,
  changeLeave,
  listLeaves,
  removeLeave,
  resolveStandsIn,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { LeaveViews } from './leave.views.js';
import { Leaves } from './leaves.js';

@Controller()
export class LeaveHandlers {
  constructor(
    private readonly views: LeaveViews,
    private readonly leaves: Leaves,
  ) {}

  @Handle(listLeaves)
  async list({ userId }: ParsedInputOf<typeof listLeaves>, { actor }: ActorContext) {
    const id = userId ?? actor.id;
    await this.leaves.refuseForeign(id, actor);
    return this.views.list(id);
  }

  @Handle(addLeave)
  async add({ userId, ...form }: ParsedInputOf<typeof addLeave>, { actor }: ActorContext) {
    const { leave, warning } = await this.leaves.add(userId ?? actor.id, form, actor);
    return { message: `Leave added.${warning}`, leave };
  }

  @Handle(changeLeave)
  async change({ id, ...form }: ParsedInputOf<typeof changeLeave>, { actor }: ActorContext) {
    const { leave, warning } = await this.leaves.change(id, form, actor);
    return { message: `Leave changed.${warning}`, leave };
  }

  @Handle(removeLeave)
  async remove({ id }: ParsedInputOf<typeof removeLeave>, { actor }: ActorContext) {
    await this.leaves.remove(id, actor);
    return {};
  }

  @Handle(resolveStandsIn)
  standsIn({ userId }: ParsedInputOf<typeof resolveStandsIn>) {
    return this.views.standsIn(userId);
  }
}
