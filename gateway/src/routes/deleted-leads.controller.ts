import { deletedLeadRecord, listDeletedLeads, restoreDeletedLeads } from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';

@Controller('api/admin/deleted-leads')
export class DeletedLeadsController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listDeletedLeads, z.array(deletedLeadRecord))
  @Get()
  async list(@Query() query: object, @CallerContext() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const { leads, nextCursor } = await this.bus.forward(listDeletedLeads, query, caller);
    if (nextCursor) void reply.header('x-next-cursor', nextCursor);
    return leads;
  }

  @Calls(restoreDeletedLeads)
  @Post('restore')
  @HttpCode(200)
  restore(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(restoreDeletedLeads, body, caller);
  }
}
