import {
  clearOldContent,
  getBusinesses,
  listStaleBusinesses,
  refreshBusiness,
  registerBusinesses,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { BusinessContent } from './business-content.js';
import { BusinessRepository } from './business.repository.js';
import { BusinessOwnersView } from './business-owners.views.js';

@Controller()
export class BusinessHandlers {
  constructor(
    private readonly businesses: BusinessRepository,
    private readonly owners: BusinessOwnersView,
    private readonly content: BusinessContent,
  ) {}

  @Handle(registerBusinesses)
  async register(
    { provider, businesses, fetchedAt }: ParsedInputOf<typeof registerBusinesses>,
    { actor }: ActorContext,
  ) {
    const ids = await this.businesses.register(provider, businesses, fetchedAt);
    const [taken, samePhone] = await Promise.all([
      this.owners.of([...ids.values()], actor),
      this.owners.byPhone([...ids.values()], actor),
    ]);
    const orderedIds = businesses.map(({ placeId }) => ids.get(placeId)!);
    return {
      businesses: orderedIds.map((id) => ({ id, takenBy: taken.get(id) ?? [], samePhone: samePhone.get(id) ?? [] })),
    };
  }

  @Handle(getBusinesses)
  async get({ placeIds }: ParsedInputOf<typeof getBusinesses>) {
    return { businesses: await this.businesses.byPlaceIds(placeIds) };
  }

  @Handle(listStaleBusinesses)
  async listStale(input: ParsedInputOf<typeof listStaleBusinesses>) {
    return { placeIds: await this.content.stale(input) };
  }

  @Handle(refreshBusiness)
  async refresh({ provider, placeId, business, fetchedAt, clearsGone }: ParsedInputOf<typeof refreshBusiness>) {
    if (business) await this.content.refresh(provider, placeId, business, fetchedAt);
    else await this.content.markGone(placeId, clearsGone);
    return {};
  }

  @Handle(clearOldContent)
  async clearOld({ providers, fetchedBefore }: ParsedInputOf<typeof clearOldContent>) {
    return { cleared: await this.content.clearOld(providers, fetchedBefore) };
  }
}
