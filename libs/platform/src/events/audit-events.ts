import type { Actor, AuditAction, importsAudited, leadsAudited } from '@lead-finder/contracts';
import { Injectable } from '@nestjs/common';
import { currentContext } from '../context/request-context.js';
import { Outbox } from './outbox.js';

@Injectable()
export abstract class AuditEvents {
  protected abstract readonly event: typeof leadsAudited | typeof importsAudited;

  constructor(private readonly outbox: Outbox) {}

  async record(
    action: AuditAction,
    { id, username, token }: Actor,
    subject: string,
    details: Record<string, unknown>,
  ): Promise<void> {
    const address = currentContext()?.address ?? '';
    const actor = { id, username, ...(token && { token: { name: token.name } }) };
    await this.outbox.append(this.event, { action, actor, address, subject, details });
  }
}
