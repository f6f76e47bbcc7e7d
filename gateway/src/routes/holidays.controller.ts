import {
  createHolidayList,
  getHolidayList,
  listHolidayCountries,
  listHolidayLists,
  listPublicHolidays,
  removeHolidayList,
  updateHolidayList,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Allow } from '../http/sessions/session.guard.js';

@Controller('api')
export class HolidaysController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listHolidayLists)
  @Allow('admin')
  @Get('holiday-lists')
  list(@CallerContext() caller: Caller) {
    return this.bus.call(listHolidayLists, {}, caller);
  }

  @Calls(createHolidayList)
  @Allow('admin')
  @Post('holiday-lists')
  create(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(createHolidayList, body, caller);
  }

  @Calls(getHolidayList)
  @Allow('admin')
  @Get('holiday-lists/:id')
  get(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(getHolidayList, { id }, caller);
  }

  @Calls(updateHolidayList)
  @Allow('admin')
  @Put('holiday-lists/:id')
  update(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(updateHolidayList, { ...body, id }, caller);
  }

  @Calls(removeHolidayList)
  @Allow('admin')
  @Delete('holiday-lists/:id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @CallerContext() caller: Caller): Promise<void> {
    await this.bus.forward(removeHolidayList, { id }, caller);
  }

  @Calls(listHolidayCountries)
  @Allow('admin')
  @Get('public-holidays/countries')
  listCountries(@CallerContext() caller: Caller) {
    return this.bus.call(listHolidayCountries, {}, caller);
  }

  @Calls(listPublicHolidays)
  @Allow('admin')
  @Get('public-holidays')
  listPublicHolidays(@Query() query: object, @CallerContext() caller: Caller) {
    return this.bus.forward(listPublicHolidays, query, caller);
  }
}
