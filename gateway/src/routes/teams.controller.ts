import {
  checkTeamMove,
  createTeam,
  listTeamGoals,
  listTeams,
  removeTeam,
  setTeamOfUsers,
  updateTeam,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Allow } from '../http/sessions/session.guard.js';

@Controller('api/teams')
export class TeamsController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listTeams)
  @Allow('admin')
  @Get()
  list(@CallerContext() caller: Caller) {
    return this.bus.call(listTeams, {}, caller);
  }

  @Calls(listTeamGoals)
  @Allow('admin', 'manager')
  @Get('goals')
  listGoals(@Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(listTeamGoals, query, caller);
  }

  @Calls(createTeam)
  @Allow('admin')
  @Post()
  create(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(createTeam, body, caller);
  }

  @Calls(setTeamOfUsers)
  @Allow('admin')
  @Post('people')
  @HttpCode(200)
  setTeamOfUsers(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(setTeamOfUsers, body, caller);
  }

  @Calls(updateTeam)
  @Allow('admin')
  @Put(':id')
  update(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(updateTeam, { ...body, id }, caller);
  }

  @Calls(checkTeamMove)
  @Allow('admin')
  @Post(':id/check-move')
  @HttpCode(200)
  checkMove(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(checkTeamMove, { ...body, id }, caller);
  }

  @Calls(removeTeam)
  @Allow('admin')
  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @CallerContext() caller: Caller): Promise<void> {
    await this.bus.forward(removeTeam, { id }, caller);
  }
}
