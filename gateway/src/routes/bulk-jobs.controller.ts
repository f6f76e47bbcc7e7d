import { bulkJob, cancelBulkJob, listBulkJobs, startBulkJob, undoBulkJob } from '@lead-finder/contracts';
import { Bus, type Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';

/** Bulk actions on all leads that match a filter: begun, watched, stopped and undone. */
@Controller('api/bulk-jobs')
export class BulkJobsController {
  constructor(private readonly bus: Bus) {}

  @Calls(startBulkJob)
  @Post()
  @HttpCode(202)
  start(@Body() body: never, @CallerContext() by: Caller) {
    return this.bus.call(startBulkJob, body, by);
  }

  @Calls(listBulkJobs, z.array(bulkJob))
  @Get()
  async list(@CallerContext() by: Caller) {
    return (await this.bus.call(listBulkJobs, {}, by)).jobs;
  }

  @Calls(cancelBulkJob)
  @Post(':jobId/cancel')
  @HttpCode(200)
  cancel(@Param('jobId') jobId: string, @CallerContext() by: Caller) {
    return this.bus.call(cancelBulkJob, { jobId: jobId as never }, by);
  }

  @Calls(undoBulkJob)
  @Post(':jobId/undo')
  @HttpCode(202)
  undo(@Param('jobId') jobId: string, @CallerContext() by: Caller) {
    return this.bus.call(undoBulkJob, { jobId: jobId as never }, by);
  }
}
