import { getBusinesses, registerBusinesses, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { BusinessRepository } from './business.repository.js';
import { TakenByView } from './taken-by.views.js';

@Controller()
export class BusinessHandlers {
  constructor(
    private readonly businesses: BusinessRepository,
    private readonly takenBy: TakenByView,
  ) {}

  @Handle(registerBusinesses)
  async register({ provider, businesses }: ParsedInputOf<typeof registerBusinesses>, { actor }: ActorContext) {
    const ids = await this.businesses.register(provider, businesses);
    const [taken, alike] = await Promise.all([
      this.takenBy.of([...ids.values()], actor),
      this.takenBy.byPhone([...ids.values()], actor),
    ]);
    const answers = businesses.map(({ placeId }) => ids.get(placeId)!);
    return { businesses: answers.map((id) => ({ id, takenBy: taken.get(id) ?? [], samePhone: alike.get(id) ?? [] })) };
  }

  @Handle(getBusinesses)
  async get({ placeIds }: ParsedInputOf<typeof getBusinesses>) {
    return { businesses: await this.businesses.byPlaceIds(placeIds) };
  }
}
