import { breakGlassUsed, provisioningNeedsAdmin, type PayloadOf } from '@lead-finder/contracts';
import { OnEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { Notifications } from './notifications.js';
import { ProvisioningNotices } from './provisioning-notices.js';

@Injectable()
export class SecurityNoticesConsumer {
  constructor(
    private readonly notifications: Notifications,
    private readonly provisioned: ProvisioningNotices,
  ) {}

  @OnEvent(breakGlassUsed)
  used(use: PayloadOf<typeof breakGlassUsed>): Promise<void> {
    return this.notifications.breakGlassUsed(use);
  }

  @OnEvent(provisioningNeedsAdmin)
  provisioning(need: PayloadOf<typeof provisioningNeedsAdmin>): Promise<void> {
    return this.provisioned.add(need);
  }
}
