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
import { Bus, type Caller } from '@lead-finder/platform';
import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext, DetachedContext } from '../http/requests/caller.js';
import { streamArray } from '../http/json-stream.js';
import { Allow } from '../http/sessions/session.guard.js';
import { isKnownTag, KeptProgress, type MeterName, type TaggedAnswer } from '../live/progress-cache.js';

/** The day to which the screen is walked back. */
interface Walk {
  on?: string;
}

@Controller('api')
export class ProgressController {
  constructor(
    private readonly bus: Bus,
    private readonly kept: KeptProgress,
  ) {}

  @Calls(getOwnProgress, weeklyContacts)
  @Get('weekly-contacts')
  week(
    @DetachedContext() by: Caller,
    @Headers('if-none-match') known: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.meter('week', by, known, reply);
  }

  @Calls(getOwnProgress, monthlyContacts)
  @Get('today-contacts')
  month(
    @DetachedContext() by: Caller,
    @Headers('if-none-match') known: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    return this.meter('month', by, known, reply);
  }

  @Calls(getOwnWeek)
  @Get('progress/my-week')
  ownWeek(@CallerContext() by: Caller) {
    return this.bus.call(getOwnWeek, {}, by);
  }

  @Calls(getTeamMonth, z.array(progressRecord))
  @Allow('admin', 'manager')
  @Get('team-progress')
  teamMonth(@CallerContext() by: Caller, @Query() { on }: Walk) {
    return this.team(getTeamMonth, by, on);
  }

  @Calls(getTeamWeek, z.array(progressRecord))
  @Allow('admin', 'manager')
  @Get('team-progress-weekly')
  teamWeek(@CallerContext() by: Caller, @Query() { on }: Walk) {
    return this.team(getTeamWeek, by, on);
  }

  @Calls(getTeamLastWeek, z.array(progressRecord))
  @Allow('admin', 'manager')
  @Get('team-progress-last-week')
  teamLastWeek(@CallerContext() by: Caller, @Query() { on }: Walk) {
    return this.team(getTeamLastWeek, by, on);
  }

  @Calls(getTeamWeeks, z.array(memberWeeks))
  @Allow('admin', 'manager')
  @Get('progress/weeks')
  weeks(@CallerContext() by: Caller, @Query() { on }: Walk) {
    return this.team(getTeamWeeks, by, on);
  }

  @Calls(getTeamDays)
  @Allow('admin', 'manager')
  @Get('progress/days')
  days(@Query() query: never, @CallerContext() by: Caller) {
    return this.bus.call(getTeamDays, query, by);
  }

  @Calls(getStatusFunnel)
  @Allow('admin', 'manager')
  @Get('progress/funnel')
  funnel(@CallerContext() by: Caller) {
    return this.bus.call(getStatusFunnel, {}, by);
  }

  @Calls(getBrief)
  @Allow('admin', 'manager')
  @Get('progress/brief')
  brief(@CallerContext() by: Caller) {
    return this.bus.call(getBrief, {}, by);
  }

  @Calls(getProgressLeads, getProgressLeads.output.shape.leads)
  @Get('progress/leads')
  async leads(@Query() query: never, @CallerContext() by: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const { leads, total } = await this.bus.call(getProgressLeads, query, by);
    void reply.header('x-total-count', total);
    return leads;
  }

  private async meter(name: MeterName, by: Caller, known: string, reply: FastifyReply) {
    // Without the client's signal: the other meter's poll may wait for the same answer.
    const ask = () => this.bus.call(getOwnProgress, {}, by);
    return unlessKnown(await this.kept.answer(by.actor!.id, name, ask), known, reply);
  }

  private team(list: typeof getTeamMonth | typeof getTeamWeeks, by: Caller, on: string | undefined) {
    return streamArray<object>(async (after) => {
      const { members, next } = await this.bus.call(
        list,
        { on, after: after === undefined ? undefined : Number(after) },
        by,
      );
      return { items: members, next: next === null ? null : String(next) };
    });
  }
}

/** A 304 has cost nobody anything; an answer that had to be asked for is sent, also where it says the same again. */
function unlessKnown(
  { value, etag, isKept }: TaggedAnswer,
  known: string | undefined,
  reply: FastifyReply,
): object | undefined {
  void reply.header('etag', etag);
  if (!isKept || !isKnownTag(known, etag)) return value;
  void reply.status(304);
  return undefined;
}
