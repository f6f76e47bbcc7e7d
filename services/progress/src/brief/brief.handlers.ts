import { getBrief } from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { ComposeBrief } from './compose-brief.js';

@Controller()
export class BriefHandlers {
  constructor(private readonly brief: ComposeBrief) {}

  @Handle(getBrief)
  get(_: object, context: ActorContext) {
    return this.brief.run(context.actor, context);
  }
}
