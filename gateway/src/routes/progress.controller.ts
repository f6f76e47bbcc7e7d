import {
  getBrief,
  getOwnProgress,
  getOwnWeek,
  getProgressLeads,
  getStatusFunnel,
  getTeamDays,
  getTeamLastWeek,
  getTeamMonth,
  getTeamWeek,
  getTeamWeeks,
  memberWeeks,
  monthlyContacts,
  progressRecord,
  weeklyContacts,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext, DetachedContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { streamArray } from '../http/json-stream.js';
import { Allow } from '../http/sessions/session.guard.js';
import { isKnownTag, ProgressCache, type MeterName, type TaggedResponse } from '../live/progress-cache.js';

interface PeriodQuery {
  on?: string;
}

@Controller('api')
export class ProgressController {
  constructor(
    private readonly bus: GatewayBus,
    private readonly cache: ProgressCache,
  ) {}

  @Calls(getOwnProgress, weeklyContacts)
  @Get('weekly-contacts')
  week(
    @DetachedContext() caller: Caller,
    @Headers('if-none-match') known: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.meter('week', caller, known, reply);
  }

  @Calls(getOwnProgress, monthlyContacts)
  @Get('today-contacts')
  month(
    @DetachedContext() caller: Caller,
    @Headers('if-none-match') known: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.meter('month', caller, known, reply);
  }

  @Calls(getOwnWeek)
  @Get('progress/my-week')
  ownWeek(@CallerContext() caller: Caller) {
    return this.bus.call(getOwnWeek, {}, caller);
  }

  @Calls(getTeamMonth, z.array(progressRecord))
  @Allow('admin', 'manager')
  @Get('team-progress')
  teamMonth(@CallerContext() caller: Caller, @Query() { on }: PeriodQuery) {
    return this.team(getTeamMonth, caller, on);
  }

  @Calls(getTeamWeek, z.array(progressRecord))
  @Allow('admin', 'manager')
  @Get('team-progress-weekly')
  teamWeek(@CallerContext() caller: Caller, @Query() { on }: PeriodQuery) {
    return this.team(getTeamWeek, caller, on);
  }

  @Calls(getTeamLastWeek, z.array(progressRecord))
  @Allow('admin', 'manager')
  @Get('team-progress-last-week')
  teamLastWeek(@CallerContext() caller: Caller, @Query() { on }: PeriodQuery) {
    return this.team(getTeamLastWeek, caller, on);
  }

  @Calls(getTeamWeeks, z.array(memberWeeks))
  @Allow('admin', 'manager')
  @Get('progress/weeks')
  weeks(@CallerContext() caller: Caller, @Query() { on }: PeriodQuery) {
    return this.team(getTeamWeeks, caller, on);
  }

  @Calls(getTeamDays)
  @Allow('admin', 'manager')
  @Get('progress/days')
  days(@Query() query: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(getTeamDays, query, caller);
  }

  @Calls(getStatusFunnel)
  @Allow('admin', 'manager')
  @Get('progress/funnel')
  funnel(@CallerContext() caller: Caller) {
    return this.bus.call(getStatusFunnel, {}, caller);
  }

  @Calls(getBrief)
  @Allow('admin', 'manager')
  @Get('progress/brief')
  brief(@CallerContext() caller: Caller) {
    return this.bus.call(getBrief, {}, caller);
  }

  @Calls(getProgressLeads, getProgressLeads.output.shape.leads)
  @Get('progress/leads')
  async leads(
    @Query() query: unknown,
    @CallerContext() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { leads, total } = await this.bus.forward(getProgressLeads, query, caller);
    void reply.header('x-total-count', total);
    return leads;
  }

  private async meter(name: MeterName, caller: Caller, known: string, reply: FastifyReply) {
    // The caller has no abort signal, because the poll of the other meter may share this call.
    const load = () => this.bus.call(getOwnProgress, {}, caller);
    return unlessKnown(await this.cache.get(caller.actor!, name, load), known, reply);
  }

  private team(list: typeof getTeamMonth | typeof getTeamWeeks, caller: Caller, on: string | undefined) {
    return streamArray<object>(async (after) => {
      const { members, next } = await this.bus.call(
        list,
        { on, after: after === undefined ? undefined : Number(after) },
        caller,
      );
      return { items: members, next: next === null ? null : String(next) };
    });
  }
}

/** Returns undefined with 304 if the response came from the cache and the client has it. */
function unlessKnown(
  { value, etag, isCached }: TaggedResponse,
  known: string | undefined,
  reply: FastifyReply,
): object | undefined {
  void reply.header('etag', etag);
  if (!isCached || !isKnownTag(known, etag)) return value;
  void reply.status(304);
  return undefined;
}
