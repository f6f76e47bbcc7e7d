import {
  countLeadsOfUser,
  createUser,
  endAllSessionsOfUser,
  endSessionOfUser,
  listSelectableUsers,
  listSessionsOfUser,
  listUsers,
  recordExport,
  selectableUser,
  removeUser,
  resetUserPassword,
  setUserActive,
  unlinkUser,
  unlockUser,
  updateUser,
  user,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { streamArray } from '../http/json-stream.js';
import { Allow } from '../http/sessions/session.guard.js';

/** The audit trail has a list of more users. */
const maxUnrecorded = 1_000;

type UserQuery = { page?: string; pageSize?: string };

@Controller('api')
export class UsersController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listUsers, z.array(user))
  @Allow('admin')
  @Get('users')
  async list(
    @Query() query: UserQuery,
    @CallerContext() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const first = await this.bus.forward(listUsers, query, caller);
    void reply.header('x-total-count', first.total);
    if (query.page !== undefined || query.pageSize !== undefined) return first.users;
    const details = { filters: query, count: first.total };
    if (first.total > maxUnrecorded) await this.bus.call(recordExport, { action: 'users_listed', details }, caller);
    return streamArray(async (after) => {
      const chunk = after === undefined ? first : await this.bus.forward(listUsers, { ...query, after }, caller);
      return { items: chunk.users, next: chunk.next };
    });
  }

  @Calls(createUser)
  @Allow('admin')
  @Post('users')
  create(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(createUser, body, caller);
  }

  @Calls(updateUser)
  @Allow('admin')
  @Put('users/:id')
  update(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(updateUser, { ...body, id }, caller);
  }

  @Calls(resetUserPassword)
  @Allow('admin')
  @Post('users/:id/reset-password')
  @HttpCode(200)
  resetPassword(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(resetUserPassword, { ...body, id }, caller);
  }

  @Calls(unlinkUser)
  @Allow('admin')
  @Post('users/:id/unlink')
  @HttpCode(200)
  unlink(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(unlinkUser, { id }, caller);
  }

  @Calls(unlockUser)
  @Allow('admin')
  @Post('users/:id/unlock')
  @HttpCode(200)
  unlock(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(unlockUser, { id }, caller);
  }

  @Calls(setUserActive)
  @Allow('admin')
  @Post('users/:id/set-active-status')
  @HttpCode(200)
  setActive(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(setUserActive, { ...body, id }, caller);
  }

  @Calls(listSessionsOfUser)
  @Allow('admin')
  @Get('users/:id/sessions')
  sessions(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(listSessionsOfUser, { id }, caller);
  }

  @Calls(endAllSessionsOfUser)
  @Allow('admin')
  @Post('users/:id/sessions/end-all')
  @HttpCode(200)
  endSessions(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(endAllSessionsOfUser, { id }, caller);
  }

  @Calls(endSessionOfUser)
  @Allow('admin')
  @Delete('users/:id/sessions/:sessionId')
  @HttpCode(204)
  async endSession(
    @Param('id') id: string,
    @Param('sessionId') sessionId: string,
    @CallerContext() caller: Caller,
  ): Promise<void> {
    await this.bus.forward(endSessionOfUser, { id, sessionId }, caller);
  }

  @Calls(countLeadsOfUser)
  @Allow('admin')
  @Get('users/:userId/lead-count')
  leadCount(@Param('userId') userId: string, @CallerContext() caller: Caller) {
    return this.bus.forward(countLeadsOfUser, { userId }, caller);
  }

  @Calls(removeUser)
  @Allow('admin')
  @Delete('users/:id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @CallerContext() caller: Caller): Promise<void> {
    await this.bus.forward(removeUser, { id }, caller);
  }

  @Calls(listSelectableUsers, z.array(selectableUser))
  @Allow('admin')
  @Get('admin/users')
  everyUser(@Query() query: SelectableUsersQuery, @CallerContext() caller: Caller) {
    return this.selectableUsers(query, caller);
  }

  @Calls(listSelectableUsers, z.array(selectableUser))
  @Get('users-for-reassignment')
  reassignmentTargets(@Query() query: SelectableUsersQuery, @CallerContext() caller: Caller) {
    return this.selectableUsers(query, caller);
  }

  /** Streams every user in chunks, or at most `limit` users. */
  private selectableUsers({ q, limit, canStandIn }: SelectableUsersQuery, caller: Caller) {
    return streamArray(async (after) => {
      const { people, next } = await this.bus.forward(listSelectableUsers, { q, limit, after, canStandIn }, caller);
      return { items: people, next: limit === undefined ? next : null };
    });
  }
}

type SelectableUsersQuery = { q?: string; limit?: string; canStandIn?: string };
