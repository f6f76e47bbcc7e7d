import { listChanges, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { ChangeFeed } from './change-feed.js';

@Controller()
export class ChangeFeedHandlers {
  constructor(private readonly feed: ChangeFeed) {}

  @Handle(listChanges)
  list(input: ParsedInputOf<typeof listChanges>, { actor }: ActorContext) {
    return this.feed.page(input, actor);
  }
}
