import * as contracts from '@lead-finder/contracts';
import type { ParsedInputOf } from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { RecyclingPast } from './recycling-past.js';
import { RecyclingRules } from './recycling-rules.js';
import { RecyclingViews } from './recycling.views.js';

@Controller()
export class RecyclingHandlers {
  constructor(
    private readonly rules: RecyclingRules,
    private readonly past: RecyclingPast,
    private readonly views: RecyclingViews,
  ) {}

  @Handle(contracts.listRecyclingRules)
  async listRules() {
    return { rules: await this.rules.list() };
  }

  @Handle(contracts.setRecyclingRule)
  setRule(rule: ParsedInputOf<typeof contracts.setRecyclingRule>, { actor }: ActorContext) {
    return this.rules.set(rule, actor);
  }

  @Handle(contracts.removeRecyclingRule)
  async removeRule({ teamId }: ParsedInputOf<typeof contracts.removeRecyclingRule>, { actor }: ActorContext) {
    await this.rules.remove(teamId, actor);
    return {};
  }

  @Handle(contracts.simulateRecycling)
  async simulate({ teamId, ...terms }: ParsedInputOf<typeof contracts.simulateRecycling>) {
    await this.rules.nameOf(teamId);
    return this.past.simulate(teamId, terms);
  }

  @Handle(contracts.listRecycling)
  list(input: ParsedInputOf<typeof contracts.listRecycling>, { actor }: ActorContext) {
    return this.views.list(input, actor);
  }

  @Handle(contracts.vetoRecycling)
  async veto({ id }: ParsedInputOf<typeof contracts.vetoRecycling>, { actor }: ActorContext) {
    await this.views.veto(id, actor);
    return { message: 'The lead stays with its user' };
  }
}
