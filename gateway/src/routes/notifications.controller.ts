import {
  getNotificationSettings,
  listNotifications,
  notification,
  readAllNotifications,
  readNotification,
  setNotificationSettings,
} from '@lead-finder/contracts';
import { Bus, type Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';

@Controller('api/notifications')
export class NotificationsController {
  constructor(private readonly bus: Bus) {}

  @Calls(listNotifications, z.array(notification))
  @Get()
  async list(@Query() query: object, @CallerContext() by: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const { notifications, total, unread } = await this.bus.call(listNotifications, query, by);
    void reply.header('x-total-count', total).header('x-unread-count', unread);
    return notifications;
  }

  @Calls(getNotificationSettings)
  @Get('settings')
  settings(@CallerContext() by: Caller) {
    return this.bus.call(getNotificationSettings, {}, by);
  }

  @Calls(setNotificationSettings)
  @Patch('settings')
  choose(@Body() changes: object, @CallerContext() by: Caller) {
    return this.bus.call(setNotificationSettings, changes, by);
  }

  @Calls(readAllNotifications)
  @Post('read-all')
  @HttpCode(200)
  readAll(@CallerContext() by: Caller) {
    return this.bus.call(readAllNotifications, {}, by);
  }

  @Calls(readNotification)
  @Post(':id/read')
  @HttpCode(200)
  read(@Param('id') id: string, @CallerContext() by: Caller) {
    return this.bus.call(readNotification, { id } as never, by);
  }
}
