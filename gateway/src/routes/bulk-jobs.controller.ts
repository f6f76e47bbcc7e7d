import { bulkJob, cancelBulkJob, listBulkJobs, startBulkJob, undoBulkJob } from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';

@Controller('api/bulk-jobs')
export class BulkJobsController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(startBulkJob)
  @Post()
  @HttpCode(202)
  start(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(startBulkJob, body, caller);
  }

  @Calls(listBulkJobs, z.array(bulkJob))
  @Get()
  async list(@Query() query: object, @CallerContext() caller: Caller) {
    return (await this.bus.forward(listBulkJobs, query, caller)).jobs;
  }

  @Calls(cancelBulkJob)
  @Post(':jobId/cancel')
  @HttpCode(200)
  cancel(@Param('jobId') jobId: string, @CallerContext() caller: Caller) {
    return this.bus.forward(cancelBulkJob, { jobId }, caller);
  }

  @Calls(undoBulkJob)
  @Post(':jobId/undo')
  @HttpCode(202)
  undo(@Param('jobId') jobId: string, @CallerContext() caller: Caller) {
    return this.bus.forward(undoBulkJob, { jobId }, caller);
  }
}
