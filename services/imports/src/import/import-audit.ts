import { importsAudited, type Actor, type AuditAction } from '@lead-finder/contracts';
import { currentContext, Outbox } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';

/** Reports imports and undos to the audit trail, in the transaction of the change. */
@Injectable()
export class ImportAudit {
  constructor(private readonly outbox: Outbox) {}

  async record(
    action: AuditAction,
    { id, username, token }: Actor,
    subject: string,
    details: Record<string, unknown>,
  ): Promise<void> {
    const address = currentContext()?.address ?? '';
    const actor = { id, username, ...(token && { token: { name: token.name } }) };
    await this.outbox.append(importsAudited, { action, actor, address, subject, details });
  }
}
