import { endCalendar, getCalendarState, readCalendar, renewCalendar } from '@lead-finder/contracts';
import { notFound, originOf, type Caller } from '@lead-finder/platform';
import { Controller, Delete, Get, Inject, Param, Post, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ICalAlarmType, ICalCalendar } from 'ical-generator';
import { GATEWAY_SETTINGS, type GatewaySettings } from '../gateway.config.js';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Public } from '../http/sessions/session.guard.js';

const minutes = 15;
const tokenOfFile = (file: string) => /^([\w-]{43})\.ics$/.exec(file)?.[1];

/** The follow-ups of a user as a calendar that other programs subscribe to (docs/product/one-lead.md#calendar). */
@Controller('api/calendar')
export class CalendarController {
  constructor(
    private readonly bus: GatewayBus,
    @Inject(GATEWAY_SETTINGS) private readonly settings: GatewaySettings,
  ) {}

  @Calls(getCalendarState)
  @Get()
  state(@CallerContext() caller: Caller) {
    return this.bus.call(getCalendarState, {}, caller);
  }

  @Calls(renewCalendar)
  @Post()
  renew(@CallerContext() caller: Caller) {
    return this.bus.call(renewCalendar, {}, caller);
  }

  @Calls(endCalendar)
  @Delete()
  end(@CallerContext() caller: Caller) {
    return this.bus.call(endCalendar, {}, caller);
  }

  @Public()
  @Calls(readCalendar, { contentType: 'text/calendar' })
  @Get(':token')
  async read(
    @Param('token') file: string,
    @CallerContext() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const token = tokenOfFile(file);
    if (!token) throw notFound('Calendar');
    const { followUps } = await this.bus.call(readCalendar, { token }, caller);
    const origin = originOf(this.settings);
    const calendar = new ICalCalendar({ name: 'Lead Finder', prodId: '//Lead Finder//Follow-ups//EN', ttl: 15 * 60 });
    for (const { id, leadUuid, name, description, scheduledAt } of followUps) {
      const start = new Date(scheduledAt);
      const event = calendar.createEvent({
        id: `follow-up-${id}@${new URL(origin).hostname}`,
        start,
        end: new Date(start.getTime() + minutes * 60_000),
        summary: name,
        description,
        url: new URL(`/business/uuid/${leadUuid}`, origin).href,
      });
      event.createAlarm({ type: ICalAlarmType.display, trigger: 0 });
    }
    void reply.header('content-type', 'text/calendar; charset=utf-8');
    return calendar.toString();
  }
}
