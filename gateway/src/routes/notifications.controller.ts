import {
  addPushDevice,
  getNotificationSettings,
  listNotifications,
  listPushDevices,
  notification,
  readAllNotifications,
  readNotification,
  removePushDevice,
  setNotificationSettings,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';

@Controller('api/notifications')
export class NotificationsController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listNotifications, z.array(notification))
  @Get()
  async list(@Query() query: object, @CallerContext() caller: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const { notifications, total, unread } = await this.bus.forward(listNotifications, query, caller);
    void reply.header('x-total-count', total).header('x-unread-count', unread);
    return notifications;
  }

  @Calls(getNotificationSettings)
  @Get('settings')
  settings(@CallerContext() caller: Caller) {
    return this.bus.call(getNotificationSettings, {}, caller);
  }

  @Calls(setNotificationSettings)
  @Patch('settings')
  choose(@Body() changes: object, @CallerContext() caller: Caller) {
    return this.bus.forward(setNotificationSettings, changes, caller);
  }

  @Calls(listPushDevices)
  @Get('devices')
  devices(@CallerContext() caller: Caller) {
    return this.bus.call(listPushDevices, {}, caller);
  }

  @Calls(addPushDevice)
  @Post('devices')
  addDevice(@Body() device: object, @CallerContext() caller: Caller) {
    return this.bus.forward(addPushDevice, device, caller);
  }

  @Calls(removePushDevice)
  @Delete('devices/:id')
  removeDevice(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(removePushDevice, { id }, caller);
  }

  @Calls(readAllNotifications)
  @Post('read-all')
  @HttpCode(200)
  readAll(@CallerContext() caller: Caller) {
    return this.bus.call(readAllNotifications, {}, caller);
  }

  @Calls(readNotification)
  @Post(':id/read')
  @HttpCode(200)
  read(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(readNotification, { id }, caller);
  }
}
