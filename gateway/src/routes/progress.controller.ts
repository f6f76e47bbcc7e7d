import {
  getMonthlyContacts,
  getProgressLeads,
  getTeamLastWeek,
  getTeamMonth,
  getTeamWeek,
  getWeeklyContacts,
  progressRecord,
} from '@lead-finder/contracts';
import { Bus, type Caller } from '@lead-finder/platform';
import { Controller, Get, Headers, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { By } from '../http/caller.js';
import { streamArray } from '../http/json-stream.js';
import { Allow } from '../http/session.guard.js';
import { isKnownTag, KeptProgress, type TaggedAnswer } from '../live/kept-progress.js';

@Controller('api')
export class ProgressController {
  constructor(
    private readonly bus: Bus,
    private readonly kept: KeptProgress,
  ) {}

  @Calls(getWeeklyContacts)
  @Get('weekly-contacts')
  async week(@By() by: Caller, @Headers('if-none-match') known: string, @Res({ passthrough: true }) reply: FastifyReply) {
    const answer = await this.kept.answer(by.actor!.id, 'week', () => this.bus.call(getWeeklyContacts, {}, by));
    return unlessKnown(answer, known, reply);
  }

  @Calls(getMonthlyContacts)
  @Get('today-contacts')
  async month(@By() by: Caller, @Headers('if-none-match') known: string, @Res({ passthrough: true }) reply: FastifyReply) {
    const answer = await this.kept.answer(by.actor!.id, 'month', () => this.bus.call(getMonthlyContacts, {}, by));
    return unlessKnown(answer, known, reply);
  }

  @Calls(getTeamMonth, z.array(progressRecord))
  @Allow('admin', 'manager')
  @Get('team-progress')
  teamMonth(@By() by: Caller) {
    return this.team(getTeamMonth, by);
  }

  @Calls(getTeamWeek, z.array(progressRecord))
  @Allow('admin', 'manager')
  @Get('team-progress-weekly')
  teamWeek(@By() by: Caller) {
    return this.team(getTeamWeek, by);
  }

  @Calls(getTeamLastWeek, z.array(progressRecord))
  @Allow('admin', 'manager')
  @Get('team-progress-last-week')
  teamLastWeek(@By() by: Caller) {
    return this.team(getTeamLastWeek, by);
  }

  @Calls(getProgressLeads, getProgressLeads.output.shape.leads)
  @Get('progress/leads')
  async leads(@Query() query: never, @By() by: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const { leads, total } = await this.bus.call(getProgressLeads, query, by);
    void reply.header('x-total-count', total);
    return leads;
  }

  private team(list: typeof getTeamMonth, by: Caller) {
    return streamArray(async (after) => {
      const { members, next } = await this.bus.call(list, { after: after === undefined ? undefined : Number(after) }, by);
      return { items: members, next: next === null ? null : String(next) };
    });
  }
}

function unlessKnown({ value, etag }: TaggedAnswer, known: string | undefined, reply: FastifyReply): object | undefined {
  void reply.header('etag', etag);
  if (!isKnownTag(known, etag)) return value;
  void reply.status(304);
  return undefined;
}
