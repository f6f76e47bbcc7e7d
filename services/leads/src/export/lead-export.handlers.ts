import {
  checkExport,
  decideExport,
  getExportRule,
  listExportRequests,
  openAllowedExport,
  openExport,
  requestExport,
  setExportRule,
  withdrawExport,
  type ParsedInputOf,
} from '@lead-finder/contracts';
import { Handle, type ActorContext } from '@lead-finder/platform';
import { Controller } from '@nestjs/common';
import { ExportRequests } from './export-requests.js';
import { ExportRules } from './export-rule.js';
import { LeadExports } from './lead-exports.js';

@Controller()
export class LeadExportHandlers {
  constructor(
    private readonly rules: ExportRules,
    private readonly exports: LeadExports,
    private readonly requests: ExportRequests,
  ) {}

  @Handle(getExportRule)
  rule() {
    return this.rules.read();
  }

  @Handle(setExportRule)
  setRule({ maxLeads }: ParsedInputOf<typeof setExportRule>, { actor }: ActorContext) {
    return this.rules.set(actor, maxLeads);
  }

  @Handle(checkExport)
  check(filter: ParsedInputOf<typeof checkExport>, { actor }: ActorContext) {
    return this.exports.check(filter, actor);
  }

  @Handle(openExport)
  open(filter: ParsedInputOf<typeof openExport>, { actor }: ActorContext) {
    return this.exports.open(filter, actor);
  }

  @Handle(listExportRequests)
  async list(_: unknown, { actor }: ActorContext) {
    return { requests: await this.requests.list(actor) };
  }

  @Handle(requestExport)
  ask(request: ParsedInputOf<typeof requestExport>, { actor }: ActorContext) {
    return this.requests.ask(request, actor);
  }

  @Handle(decideExport)
  decide({ id, allowed }: ParsedInputOf<typeof decideExport>, { actor }: ActorContext) {
    return this.requests.decide(id, allowed, actor);
  }

  @Handle(withdrawExport)
  withdraw({ id }: ParsedInputOf<typeof withdrawExport>, { actor }: ActorContext) {
    return this.requests.withdraw(id, actor);
  }

  @Handle(openAllowedExport)
  openAllowed({ id }: ParsedInputOf<typeof openAllowedExport>, { actor }: ActorContext) {
    return this.requests.openAllowed(id, actor);
  }
}
