import { importsAudited, leadsAudited, type AuditFact } from '@lead-finder/contracts';
import { OnEvent, type ReceivedEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from './audit-trail.js';

/** Records the actions in other services, once each, at the time of the action. */
@Injectable()
export class AuditConsumer {
  constructor(private readonly trail: AuditTrail) {}

  @OnEvent(leadsAudited)
  async leadsAudited(fact: AuditFact, { occurredAt }: ReceivedEvent): Promise<void> {
    await this.trail.add({ ...fact, at: occurredAt });
  }

  @OnEvent(importsAudited)
  async importsAudited(fact: AuditFact, { occurredAt }: ReceivedEvent): Promise<void> {
    await this.trail.add({ ...fact, at: occurredAt });
  }
}
