import { importsAudited, leadsAudited, type AuditFact } from '@lead-finder/contracts';
import { On, type HeardEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from './audit-trail.js';

/** What people did elsewhere, once each, at the moment when they did it. */
@Injectable()
export class AuditConsumer {
  constructor(private readonly trail: AuditTrail) {}

  @On(leadsAudited)
  async hearOfLeads(fact: AuditFact, { occurredAt }: HeardEvent): Promise<void> {
    await this.trail.add({ ...fact, at: occurredAt });
  }

  @On(importsAudited)
  async hearOfImports(fact: AuditFact, { occurredAt }: HeardEvent): Promise<void> {
    await this.trail.add({ ...fact, at: occurredAt });
  }
}
