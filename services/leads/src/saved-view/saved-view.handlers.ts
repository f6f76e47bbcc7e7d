import { changeView, listSavedViews, removeView, saveView, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { UserReplica } from '../user-replica/user-replica.js';
import { SavedViews } from './saved-views.js';

@Controller()
export class SavedViewHandlers {
  constructor(
    private readonly views: SavedViews,
    private readonly userReplica: UserReplica,
  ) {}

  @Handle(listSavedViews)
  async list(_: unknown, { actor }: ActorContext) {
    return { views: await this.views.list(actor) };
  }

  @Handle(saveView)
  async save(view: ParsedInputOf<typeof saveView>, { actor }: ActorContext) {
    await this.userReplica.addActor(actor);
    return this.views.add(view, actor);
  }

  @Handle(changeView)
  change(change: ParsedInputOf<typeof changeView>, { actor }: ActorContext) {
    return this.views.change(change, actor);
  }

  @Handle(removeView)
  async remove({ key }: ParsedInputOf<typeof removeView>, { actor }: ActorContext) {
    await this.views.remove(key, actor);
    return { message: 'View removed' };
  }
}
