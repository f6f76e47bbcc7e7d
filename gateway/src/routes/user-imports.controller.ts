import {
  addUserRows,
  checkUserImport,
  getUserImport,
  inviteUser,
  listUserRows,
  openUserImport,
  startUserImport,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Allow } from '../http/sessions/session.guard.js';

@Allow('admin')
@Controller('api')
export class UserImportsController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(openUserImport)
  @Post('user-imports')
  open(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(openUserImport, body, caller);
  }

  @Calls(addUserRows)
  @Post('user-imports/:id/rows')
  @HttpCode(200)
  add(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(addUserRows, { ...body, id }, caller);
  }

  @Calls(checkUserImport)
  @Post('user-imports/:id/check')
  @HttpCode(200)
  check(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(checkUserImport, { id }, caller);
  }

  @Calls(startUserImport)
  @Post('user-imports/:id/start')
  @HttpCode(202)
  start(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(startUserImport, { id }, caller);
  }

  @Calls(getUserImport)
  @Get('user-imports/:id')
  one(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(getUserImport, { id }, caller);
  }

  @Calls(listUserRows)
  @Get('user-imports/:id/rows')
  rows(@Param('id') id: string, @Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(listUserRows, { ...query, id }, caller);
  }

  @Calls(inviteUser)
  @Post('users/:id/invite')
  @HttpCode(200)
  invite(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(inviteUser, { id }, caller);
  }
}
