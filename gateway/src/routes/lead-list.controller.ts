import {
  bulkAddTags,
  bulkArchive,
  bulkDelete,
  bulkReassign,
  bulkRemoveTags,
  bulkRestore,
  bulkResult,
  bulkReturn,
  bulkSetStatus,
  countTags,
  findLeads,
  findLeadsByPhone,
  foundLead,
  getLeadFacets,
  getLeadMap,
  leadFacets,
  leadListRecord,
  leadMap,
  listLeads,
  listTags,
  openExport,
  pullLeads,
  recordExport,
  type BulkResult,
  type OutputOf,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Post, Query, Res, type StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { streamArray } from '../http/json-stream.js';
import { jsonLinesType, leadPull, leadsDownload, maxUnrecorded } from './leads-download.js';

type ListQuery = { page?: string; pageSize?: string; cursor?: string; sort?: string; archived?: string };
type Scope = 'all' | 'own';
const maxPage = 100;

/** Moves `sampled`, which the response bodies do not have, into a header (docs/product/lead-list.md#facets). */
function withSampledHeader<T extends { sampled: boolean }>(
  { sampled, ...body }: T,
  reply: FastifyReply,
): Omit<T, 'sampled'> {
  if (sampled) void reply.header('x-sampled', 'true');
  return body;
}

/**
 * Moves the job that can undo a bulk action into a header (docs/product/lead-list.md#undo-of-a-bulk-action). A leads
 * service of the previous version names none.
 */
function withJobHeader({ jobId, ...body }: OutputOf<typeof bulkArchive>, reply: FastifyReply): BulkResult {
  if (jobId) void reply.header('x-bulk-job', jobId);
  return body;
}

@Controller('api')
export class LeadListController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listLeads, z.array(leadListRecord))
  @Get('admin/all-assignments')
  all(@Query() query: ListQuery, @CallerContext() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.list('all', query, caller, reply);
  }

  @Calls(listLeads, z.array(leadListRecord))
  @Get('admin/all-assignments/archived')
  allArchived(
    @Query() query: ListQuery,
    @CallerContext() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.list('all', { ...query, archived: 'true' }, caller, reply);
  }

  /** Exports every lead that matches the filters, with the columns that an import recognises. */
  @Calls(pullLeads, { contentType: 'text/csv' })
  @Get('admin/all-assignments.csv')
  async csv(@Query() query: ListQuery, @CallerContext() caller: Caller): Promise<StreamableFile> {
    return leadsDownload(this.bus, caller, await this.open('all', query, caller), 'csv');
  }

  /** The same leads and columns, with one JSON object per line. */
  @Calls(pullLeads, { contentType: jsonLinesType })
  @Get('admin/all-assignments.ndjson')
  async jsonLines(@Query() query: ListQuery, @CallerContext() caller: Caller): Promise<StreamableFile> {
    return leadsDownload(this.bus, caller, await this.open('all', query, caller), 'ndjson');
  }

  @Calls(listLeads, z.array(leadListRecord))
  @Get(['my-businesses', 'user-businesses'])
  own(@Query() query: ListQuery, @CallerContext() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    return this.list('own', query, caller, reply);
  }

  @Calls(listLeads, z.array(leadListRecord))
  @Get('my-businesses/archived')
  ownArchived(
    @Query() query: ListQuery,
    @CallerContext() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.list('own', { ...query, archived: 'true' }, caller, reply);
  }

  @Calls(findLeadsByPhone, z.array(leadListRecord))
  @Get('leads/by-phone')
  async byPhone(@Query() query: object, @CallerContext() caller: Caller) {
    return (await this.bus.forward(findLeadsByPhone, query, caller)).leads;
  }

  @Calls(findLeads, z.array(foundLead))
  @Get('leads/find')
  async find(@Query() query: object, @CallerContext() caller: Caller) {
    return (await this.bus.forward(findLeads, query, caller)).leads;
  }

  @Calls(getLeadFacets, leadFacets)
  @Get('lead-facets')
  async facets(
    @Query() query: object,
    @CallerContext() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return withSampledHeader(await this.bus.forward(getLeadFacets, { ...query, scope: 'all' }, caller), reply);
  }

  @Calls(getLeadMap, leadMap)
  @Get('leads/map')
  async map(@Query() query: object, @CallerContext() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const { totalIsExact, ...found } = await this.bus.forward(getLeadMap, { ...query, scope: 'all' }, caller);
    // A leads service of the previous version does not say it.
    if (totalIsExact === false) void reply.header('x-total-count-exact', 'false');
    return withSampledHeader(found, reply);
  }

  @Calls(listTags)
  @Get('all-tags')
  tags(@Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(listTags, query, caller);
  }

  @Calls(countTags)
  @Get('admin/tags')
  countTags(@Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(countTags, query, caller);
  }

  @Calls(bulkDelete)
  @Post('bulk/delete')
  @HttpCode(200)
  bulkDelete(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(bulkDelete, body, caller);
  }

  @Calls(bulkArchive, bulkResult)
  @Post('bulk/archive')
  @HttpCode(200)
  async bulkArchive(
    @Body() body: unknown,
    @CallerContext() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return withJobHeader(await this.bus.forward(bulkArchive, body, caller), reply);
  }

  @Calls(bulkRestore, bulkResult)
  @Post('bulk/restore')
  @HttpCode(200)
  async bulkRestore(
    @Body() body: unknown,
    @CallerContext() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return withJobHeader(await this.bus.forward(bulkRestore, body, caller), reply);
  }

  @Calls(bulkSetStatus)
  @Post('bulk/update-status')
  @HttpCode(200)
  bulkSetStatus(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(bulkSetStatus, body, caller);
  }

  @Calls(bulkAddTags, bulkResult)
  @Post('bulk/add-tags')
  @HttpCode(200)
  async bulkAddTags(
    @Body() body: unknown,
    @CallerContext() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return withJobHeader(await this.bus.forward(bulkAddTags, body, caller), reply);
  }

  @Calls(bulkRemoveTags, bulkResult)
  @Post('bulk/remove-tags')
  @HttpCode(200)
  async bulkRemoveTags(
    @Body() body: unknown,
    @CallerContext() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return withJobHeader(await this.bus.forward(bulkRemoveTags, body, caller), reply);
  }

  @Calls(bulkReturn, bulkResult)
  @Post('bulk/return-to-pool')
  @HttpCode(200)
  async bulkReturn(
    @Body() body: unknown,
    @CallerContext() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return withJobHeader(await this.bus.forward(bulkReturn, body, caller), reply);
  }

  @Calls(bulkReassign, bulkResult)
  @Post('bulk/reassign')
  @HttpCode(200)
  async bulkReassign(
    @Body() body: unknown,
    @CallerContext() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return withJobHeader(await this.bus.forward(bulkReassign, body, caller), reply);
  }

  /** Returns one page if the query names one, or else streams every record (docs/product/lead-list.md#list-calls). */
  private async list(scope: Scope, query: ListQuery, caller: Caller, reply: FastifyReply) {
    const isPaged =
      query.sort === 'nearest' || [query.page, query.pageSize, query.cursor].some((one) => one !== undefined);
    const size = isPaged ? {} : { pageSize: 1 };
    const page = await this.bus.forward(listLeads, { ...query, ...size, scope }, caller);
    void reply.header('x-total-count', page.total);
    if (!page.totalIsExact) void reply.header('x-total-count-exact', 'false');
    if (!isPaged) {
      // A list as long as a page may be is no export.
      const opened =
        page.total > maxPage
          ? await this.open(scope, query, caller)
          : { filter: query, leads: page.total, maxRows: null };
      const details = { scope, filters: query, count: opened.leads };
      if (opened.leads > maxUnrecorded) await this.bus.call(recordExport, { action: 'leads_listed', details }, caller);
      const pull = leadPull(this.bus, caller, scope, opened);
      return streamArray(async (cursor) => {
        const { leads, nextCursor } = await pull(cursor);
        return { items: leads, next: nextCursor };
      });
    }
    if (page.nextCursor) void reply.header('x-next-cursor', page.nextCursor);
    if (page.previousCursor) void reply.header('x-previous-cursor', page.previousCursor);
    return page.leads;
  }

  private async open(scope: Scope, filter: object, caller: Caller) {
    return { filter, ...(await this.bus.forward(openExport, { ...filter, scope }, caller)) };
  }
}
