import {
  endFirstStep,
  getFirstSteps,
  getOrganisation,
  setOrganisation,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { FirstStepsOfUser } from './first-steps.js';
import { Organisation } from './organisation.js';

@Controller()
export class OrganisationHandlers {
  constructor(
    private readonly organisation: Organisation,
    private readonly firstSteps: FirstStepsOfUser,
  ) {}

  @Handle(getOrganisation)
  read() {
    return this.organisation.read();
  }

  @Handle(setOrganisation)
  setName({ name }: ParsedInputOf<typeof setOrganisation>, { actor }: ActorContext) {
    return this.organisation.setName(name, actor);
  }

  @Handle(getFirstSteps)
  steps(_: unknown, { actor }: ActorContext) {
    return this.firstSteps.read(actor);
  }

  @Handle(endFirstStep)
  end({ step }: ParsedInputOf<typeof endFirstStep>, { actor }: ActorContext) {
    return this.firstSteps.end(step, actor);
  }
}
