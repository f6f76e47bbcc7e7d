import { leadsAudited } from '@lead-finder/contracts';
import { AuditEvents } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

/** Reports actions to the audit trail, in the transaction of the change. */
@Injectable()
export class LeadAudit extends AuditEvents {
  protected readonly event = leadsAudited;
}
