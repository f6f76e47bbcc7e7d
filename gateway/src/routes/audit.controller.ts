import { auditActions, auditEntry, listAudit, type AuditEntry } from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Controller, Get, Query, Res, type StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { csvDownload } from '../http/csv-download.js';
import { csvHeader, csvRows } from '../http/csv-text.js';
import { Allow } from '../http/sessions/session.guard.js';

type Row = Record<string, string>;
const columns: Record<string, (entry: AuditEntry) => string> = {
  'Time (UTC)': ({ at }) => at,
  Person: ({ actor }) => actor,
  Action: ({ action }) => auditActions[action],
  Subject: ({ subject }) => subject,
  Outcome: ({ outcome }) => outcome,
  Address: ({ address }) => address,
  'Request ID': ({ requestId }) => requestId,
  Details: ({ details }) => JSON.stringify(details),
};
const rowOf = (entry: AuditEntry) => Object.values(columns).map((read) => read(entry));

@Allow('admin')
@Controller('api')
export class AuditController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listAudit, z.array(auditEntry))
  @Get('audit')
  async list(@Query() query: Row, @CallerContext() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const { entries, nextCursor, total } = await this.bus.forward(listAudit, query, caller);
    if (total !== null) void reply.header('x-total-count', total);
    if (nextCursor) void reply.header('x-next-cursor', nextCursor);
    return entries;
  }

  /** Exports every entry that matches the filters. The export's own entry is the newest line. */
  @Calls(listAudit, { contentType: 'text/csv' })
  @Get('audit.csv')
  async export(@Query() query: Row, @CallerContext() caller: Caller): Promise<StreamableFile> {
    const { bus } = this;
    const pull = (cursor?: string) => bus.forward(listAudit, { ...query, cursor, pageSize: 100 }, caller);
    const { total } = await bus.forward(listAudit, { ...query, pageSize: 1, count: 'exact' }, caller);
    async function* text() {
      yield csvHeader(Object.keys(columns));
      for (let cursor: string | undefined | null; cursor !== null;) {
        const page = await pull(cursor);
        yield csvRows(page.entries.map(rowOf));
        cursor = page.nextCursor;
      }
    }
    const details = { filters: query, count: total! };
    return csvDownload(bus, caller, { fileName: 'audit.csv', action: 'audit_exported', details, text: text() });
  }
}
