import {
  countLeadsOfUser,
  createUser,
  endAllSessionsOfUser,
  endSessionOfUser,
  listSelectableUsers,
  listSessionsOfUser,
  listUsers,
  selectableUser,
  removeUser,
  resetUserPassword,
  setUserActive,
  unlockUser,
  updateUser,
  user,
} from '@lead-finder/contracts';
import { Bus, type Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { streamArray } from '../http/json-stream.js';
import { Allow } from '../http/sessions/session.guard.js';

type UserQuery = { page?: string; pageSize?: string };

@Controller('api')
export class UsersController {
  constructor(private readonly bus: Bus) {}

  @Calls(listUsers, z.array(user))
  @Allow('admin')
  @Get('users')
  async list(@Query() query: UserQuery, @CallerContext() by: Caller, @Res({ passthrough: true }) reply: FastifyReply) {
    const first = await this.bus.call(listUsers, query as never, by);
    void reply.header('x-total-count', first.total);
    if (query.page !== undefined || query.pageSize !== undefined) return first.users;
    return streamArray(async (after) => {
      const chunk = after === undefined ? first : await this.bus.call(listUsers, { ...query, after } as never, by);
      return { items: chunk.users, next: chunk.next };
    });
  }

  @Calls(createUser)
  @Allow('admin')
  @Post('users')
  create(@Body() body: never, @CallerContext() by: Caller) {
    return this.bus.call(createUser, body, by);
  }

  @Calls(updateUser)
  @Allow('admin')
  @Put('users/:id')
  update(@Param('id') id: string, @Body() body: object, @CallerContext() by: Caller) {
    return this.bus.call(updateUser, { ...body, id } as never, by);
  }

  @Calls(resetUserPassword)
  @Allow('admin')
  @Post('users/:id/reset-password')
  @HttpCode(200)
  resetPassword(@Param('id') id: string, @Body() body: object, @CallerContext() by: Caller) {
    return this.bus.call(resetUserPassword, { ...body, id } as never, by);
  }

  @Calls(unlockUser)
  @Allow('admin')
  @Post('users/:id/unlock')
  @HttpCode(200)
  unlock(@Param('id') id: string, @CallerContext() by: Caller) {
    return this.bus.call(unlockUser, { id } as never, by);
  }

  @Calls(setUserActive)
  @Allow('admin')
  @Post('users/:id/set-active-status')
  @HttpCode(200)
  setActive(@Param('id') id: string, @Body() body: object, @CallerContext() by: Caller) {
    return this.bus.call(setUserActive, { ...body, id } as never, by);
  }

  @Calls(listSessionsOfUser)
  @Allow('admin')
  @Get('users/:id/sessions')
  sessions(@Param('id') id: string, @CallerContext() by: Caller) {
    return this.bus.call(listSessionsOfUser, { id } as never, by);
  }

  @Calls(endAllSessionsOfUser)
  @Allow('admin')
  @Post('users/:id/sessions/end-all')
  @HttpCode(200)
  endSessions(@Param('id') id: string, @CallerContext() by: Caller) {
    return this.bus.call(endAllSessionsOfUser, { id } as never, by);
  }

  @Calls(endSessionOfUser)
  @Allow('admin')
  @Delete('users/:id/sessions/:sessionId')
  @HttpCode(204)
  async endSession(
    @Param('id') id: string,
    @Param('sessionId') sessionId: string,
    @CallerContext() by: Caller,
  ): Promise<void> {
    await this.bus.call(endSessionOfUser, { id, sessionId } as never, by);
  }

  @Calls(countLeadsOfUser)
  @Allow('admin')
  @Get('users/:userId/lead-count')
  leadCount(@Param('userId') userId: string, @CallerContext() by: Caller) {
    return this.bus.call(countLeadsOfUser, { userId } as never, by);
  }

  @Calls(removeUser)
  @Allow('admin')
  @Delete('users/:id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @CallerContext() by: Caller): Promise<void> {
    await this.bus.call(removeUser, { id } as never, by);
  }

  @Calls(listSelectableUsers, z.array(selectableUser))
  @Allow('admin')
  @Get('admin/users')
  everybody(@Query() query: PeopleQuery, @CallerContext() by: Caller) {
    return this.people(query, by);
  }

  @Calls(listSelectableUsers, z.array(selectableUser))
  @Get('users-for-reassignment')
  reassignmentTargets(@Query() query: PeopleQuery, @CallerContext() by: Caller) {
    return this.people(query, by);
  }

  /** With `limit` so many at most, else everybody, pulled in chunks. */
  private people({ q, limit }: PeopleQuery, by: Caller) {
    return streamArray(async (after) => {
      const { people, next } = await this.bus.call(listSelectableUsers, { q, limit, after } as never, by);
      return { items: people, next: limit === undefined ? next : null };
    });
  }
}

type PeopleQuery = { q?: string; limit?: string };
