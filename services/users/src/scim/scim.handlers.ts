import {
  createScimToken,
  getLeaverRule,
  getProvisioning,
  linkProvisionedUsers,
  previewGroupRules,
  provision,
  removeScimToken,
  setGroupRules,
  setLeaverRule,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext, type CallContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { GroupRules } from './group-rules.js';
import { LeaverRule } from './leaver-rule.js';
import { Provisioning } from './provisioning.js';
import { ScimRequests } from './scim-requests.js';
import { ScimTokens } from './scim-tokens.js';

/** Provisioning by identity providers (docs/product/provisioning.md). */
@Controller()
export class ScimHandlers {
  constructor(
    private readonly requests: ScimRequests,
    private readonly provisioning: Provisioning,
    private readonly tokens: ScimTokens,
    private readonly rules: GroupRules,
    private readonly leavers: LeaverRule,
  ) {}

  @Handle(provision)
  provision(request: ParsedInputOf<typeof provision>, { address = '' }: CallContext) {
    return this.requests.handle(request, address);
  }

  @Handle(getProvisioning)
  read({ id }: ParsedInputOf<typeof getProvisioning>) {
    return this.provisioning.read(id);
  }

  @Handle(createScimToken)
  createToken({ id }: ParsedInputOf<typeof createScimToken>, { actor }: ActorContext) {
    return this.tokens.create(id, actor);
  }

  @Handle(removeScimToken)
  async removeToken({ id, tokenId }: ParsedInputOf<typeof removeScimToken>, { actor }: ActorContext) {
    await this.tokens.remove(id, tokenId, actor);
    return {};
  }

  @Handle(previewGroupRules)
  preview({ id, rules }: ParsedInputOf<typeof previewGroupRules>) {
    return this.rules.preview(id, rules);
  }

  @Handle(setGroupRules)
  async setRules({ id, rules }: ParsedInputOf<typeof setGroupRules>, { actor }: ActorContext) {
    await this.rules.set(id, rules, actor);
    return this.provisioning.read(id);
  }

  @Handle(linkProvisionedUsers)
  link({ id, userId }: ParsedInputOf<typeof linkProvisionedUsers>, { actor }: ActorContext) {
    return this.provisioning.link(id, userId, actor);
  }

  @Handle(getLeaverRule)
  leaverRule() {
    return this.leavers.read();
  }

  @Handle(setLeaverRule)
  setLeaverRule(form: ParsedInputOf<typeof setLeaverRule>, { actor }: ActorContext) {
    return this.leavers.set(form, actor);
  }
}
