import { provisioningNeedsAdmin } from '@lead-finder/contracts';
import { Database, Outbox } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { User } from '../user/user.entity.js';

/** Notifies all administrators of what a provider did and they must look at. */
@Injectable()
export class AdminNotices {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  async add(what: 'last_admin' | 'leads_left', provider: string, { id, fullName }: User): Promise<void> {
    const admins = await this.database.query<{ id: number }>("select id from users where role = 'admin' and active");
    await this.outbox.append(provisioningNeedsAdmin, {
      what,
      provider,
      userId: id,
      fullName,
      adminIds: admins.map((admin) => admin.id),
    });
  }
}
