import type { PayloadOf, provisioningNeedsAdmin } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { LeadSignals } from '../lead/lead-signals.js';
import { Notifications } from './notifications.js';
import { provisioningText } from './provisioning-text.rules.js';

/** Notifies administrators of what a provider did and they must look at. */
@Injectable()
export class ProvisioningNotices {
  constructor(
    private readonly database: Database,
    private readonly notifications: Notifications,
    private readonly signals: LeadSignals,
  ) {}

  /** Leavers of one provider share an unread notification, whose text has their number. */
  async add(need: PayloadOf<typeof provisioningNeedsAdmin>): Promise<void> {
    const text = provisioningText(need);
    const { adminIds } = need;
    const { ofMany } = text;
    if (!ofMany) return this.notifications.warn(adminIds, text);
    const { batchId: id, title, message: messageOfMany } = ofMany;
    await this.database.lock(`notifications of ${id}`);
    const counted = await this.database.query<{ userId: number }>(
      `update notifications set leads = leads + 1, title = $3, message = (leads + 1) || $4, created_at = now()
       where user_id = any ($1) and not read and batch_id = $2 returning user_id as "userId"`,
      [adminIds, id, title, messageOfMany],
    );
    for (const { userId } of counted) this.signals.notified(userId);
    const others = adminIds.filter((adminId) => !counted.some(({ userId }) => userId === adminId));
    await this.notifications.warn(others, text, { id, messageOfMany });
  }
}
