import { importsAudited, leadsAudited, type AuditFact } from '@lead-finder/contracts';
import { OnEvent, type ReceivedEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from './audit-trail.js';

/** What people did elsewhere, once each, at the moment when they did it. */
@Injectable()
export class AuditConsumer {
  constructor(private readonly trail: AuditTrail) {}

  @OnEvent(leadsAudited)
  async hearOfLeads(fact: AuditFact, { occurredAt }: ReceivedEvent): Promise<void> {
    await this.trail.add({ ...fact, at: occurredAt });
  }

  @OnEvent(importsAudited)
  async hearOfImports(fact: AuditFact, { occurredAt }: ReceivedEvent): Promise<void> {
    await this.trail.add({ ...fact, at: occurredAt });
  }
}
