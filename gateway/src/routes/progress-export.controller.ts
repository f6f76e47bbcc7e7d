import { getTeamMonth } from '@lead-finder/contracts';
import { invalidField, type Caller } from '@lead-finder/platform';
import { Controller, Get, Query, type StreamableFile } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { csvDownload } from '../http/csv-download.js';
import { Allow } from '../http/sessions/session.guard.js';
import { daysCsv, funnelCsv, membersCsv, type Table } from './progress-csv.js';

interface ExportQuery {
  /** `members`, `days` or `funnel`; `members` by default. */
  table?: string;
  week?: string;
  month?: string;
  from?: string;
  to?: string;
}

@Allow('admin', 'manager')
@Controller('api/progress/export')
export class ProgressExportController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(getTeamMonth, { contentType: 'text/csv' })
  @Get()
  async export(@Query() query: ExportQuery, @CallerContext() caller: Caller): Promise<StreamableFile> {
    const { table = 'members' } = query;
    const { count, text } = await this.tableOf(table, query, caller);
    const details = { table, filters: query, count };
    return csvDownload(this.bus, caller, { fileName: `team-${table}.csv`, action: 'team_exported', details, text });
  }

  private tableOf(table: string, query: ExportQuery, caller: Caller): Promise<Table> {
    switch (table) {
      case 'members':
        return membersCsv(this.bus, caller, query);
      case 'days':
        return daysCsv(this.bus, caller, query);
      case 'funnel':
        return funnelCsv(this.bus, caller);
      default: {
        throw invalidField('table', 'Must be one of members, days, funnel');
      }
    }
  }
}
