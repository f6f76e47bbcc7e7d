import { listAudit, recordExport, type ParsedInputOf } from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { AuditTrail } from './audit-trail.js';
import { AuditViews } from './audit.views.js';

@Controller()
export class AuditHandlers {
  constructor(
    private readonly trail: AuditTrail,
    private readonly views: AuditViews,
  ) {}

  @Handle(listAudit)
  list(filter: ParsedInputOf<typeof listAudit>) {
    return this.views.list(filter);
  }

  @Handle(recordExport)
  async recordExport({ action, details }: ParsedInputOf<typeof recordExport>, { actor }: ActorContext) {
    await this.trail.add({ action, actor, subject: '', details });
    return {};
  }
}
