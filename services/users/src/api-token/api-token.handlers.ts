import {
  checkApiToken,
  createOwnToken,
  createServiceToken,
  listOwnTokens,
  listServiceTokens,
  revokeOwnToken,
  revokeServiceToken,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext, type CallContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { ApiTokens } from './api-tokens.js';
import { ServiceTokens } from './service-tokens.js';

/** API tokens (docs/product/api-tokens.md). */
@Controller()
export class ApiTokenHandlers {
  constructor(
    private readonly tokens: ApiTokens,
    private readonly services: ServiceTokens,
  ) {}

  @Handle(checkApiToken)
  check({ token }: ParsedInputOf<typeof checkApiToken>, { address = '' }: CallContext) {
    return this.tokens.check(token, address);
  }

  @Handle(listOwnTokens)
  list(_: object, { actor }: ActorContext) {
    return this.tokens.listOf(actor.id);
  }

  @Handle(createOwnToken)
  create(form: ParsedInputOf<typeof createOwnToken>, { actor }: ActorContext) {
    return this.tokens.create(form, actor);
  }

  @Handle(revokeOwnToken)
  async revoke({ tokenId }: ParsedInputOf<typeof revokeOwnToken>, { actor }: ActorContext) {
    await this.tokens.revoke(tokenId, actor);
    return {};
  }

  @Handle(listServiceTokens)
  listServices() {
    return this.services.list();
  }

  @Handle(createServiceToken)
  createService(form: ParsedInputOf<typeof createServiceToken>, { actor }: ActorContext) {
    return this.services.create(form, actor);
  }

  @Handle(revokeServiceToken)
  async revokeService({ tokenId }: ParsedInputOf<typeof revokeServiceToken>, { actor }: ActorContext) {
    await this.services.revoke(tokenId, actor);
    return {};
  }
}
