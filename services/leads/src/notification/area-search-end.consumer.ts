import { areaSearchEnded, type PayloadOf } from '@lead-finder/contracts';
import { OnEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { Notifications } from './notifications.js';

@Injectable()
export class AreaSearchEndConsumer {
  constructor(private readonly notifications: Notifications) {}

  @OnEvent(areaSearchEnded)
  ended(search: PayloadOf<typeof areaSearchEnded>): Promise<void> {
    return this.notifications.areaSearchEnded(search);
  }
}
