import type { Actor } from '@lead-finder/contracts';
import { Database } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { UserReplica } from '../user-replica/user-replica.js';
import type { LoggedChange } from './logged-changes.rules.js';

@Injectable()
export class LeadChangeLog {
  constructor(
    private readonly database: Database,
    private readonly userReplica: UserReplica,
  ) {}

  async write(changes: readonly (LoggedChange & { leadId: number })[], actor: Actor): Promise<void> {
    if (changes.length === 0) return;
    await this.userReplica.addActor(actor);
    await this.database.prepared(
      `insert into lead_changes (user_business_id, kind, what, changed_by)
       select "leadId", kind, what, $2 from jsonb_to_recordset($1) as change ("leadId" bigint, kind text, what jsonb)`,
      [JSON.stringify(changes), actor.id],
    );
  }
}
