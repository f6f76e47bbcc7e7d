import {
  checkExport,
  decideExport,
  getExportRule,
  listExportRequests,
  openAllowedExport,
  requestExport,
  setExportRule,
  waitingExport,
  withdrawExport,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Param, Post, Put, Query, type StreamableFile } from '@nestjs/common';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Allow } from '../http/sessions/session.guard.js';
import { jsonLinesType, leadsDownload } from './leads-download.js';

@Controller('api')
export class LeadExportController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(getExportRule)
  @Allow('admin')
  @Get('export-rule')
  rule(@CallerContext() caller: Caller) {
    return this.bus.call(getExportRule, {}, caller);
  }

  @Calls(setExportRule)
  @Allow('admin')
  @Put('export-rule')
  setRule(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(setExportRule, body, caller);
  }

  @Calls(listExportRequests, z.array(waitingExport))
  @Get('export-requests')
  async list(@CallerContext() caller: Caller) {
    return (await this.bus.call(listExportRequests, {}, caller)).requests;
  }

  /** The query has the filters of the list. */
  @Calls(checkExport)
  @Get('export-requests/check')
  check(@Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(checkExport, query, caller);
  }

  @Calls(requestExport)
  @Post('export-requests')
  ask(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(requestExport, body, caller);
  }

  @Calls(decideExport)
  @Allow('admin')
  @Post('export-requests/:id/decide')
  @HttpCode(200)
  decide(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(decideExport, { ...body, id }, caller);
  }

  @Calls(withdrawExport)
  @Post('export-requests/:id/withdraw')
  @HttpCode(200)
  withdraw(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(withdrawExport, { id }, caller);
  }

  /** Exports what an administrator allowed, as often as wanted within 24 hours. */
  @Calls(openAllowedExport, { contentType: 'text/csv' })
  @Get('export-requests/:id/leads.csv')
  download(@Param('id') id: string, @CallerContext() caller: Caller): Promise<StreamableFile> {
    return this.allowed(id, 'csv', caller);
  }

  @Calls(openAllowedExport, { contentType: jsonLinesType })
  @Get('export-requests/:id/leads.ndjson')
  downloadJsonLines(@Param('id') id: string, @CallerContext() caller: Caller): Promise<StreamableFile> {
    return this.allowed(id, 'ndjson', caller);
  }

  private async allowed(id: string, format: 'csv' | 'ndjson', caller: Caller): Promise<StreamableFile> {
    const { filter, askedBy, allowedBy, ...rows } = await this.bus.forward(openAllowedExport, { id }, caller);
    const record = { exportRequest: Number(id), askedBy: askedBy.username, allowedBy: allowedBy.username };
    return leadsDownload(this.bus, caller, { filter, ...rows }, format, record);
  }
}
