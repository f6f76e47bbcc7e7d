import { areaSearchEnded, type PayloadOf } from '@lead-finder/contracts';
import { OnEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AreaIntake } from '../distribution/area-intake.js';
import { Notifications } from './notifications.js';

@Injectable()
export class AreaSearchEndConsumer {
  constructor(
    private readonly notifications: Notifications,
    private readonly intake: AreaIntake,
  ) {}

  @OnEvent(areaSearchEnded)
  async ended(search: PayloadOf<typeof areaSearchEnded>): Promise<void> {
    await this.intake.begin(search.searchId);
    await this.notifications.areaSearchEnded(search);
  }
}
