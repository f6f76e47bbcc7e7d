import {
  createTerritory,
  importTerritories,
  listTerritories,
  listTerritoryNames,
  listTerritoryOverlaps,
  pullTerritoryShapes,
  removeTerritory,
  territoryGeoJson,
  updateTerritory,
} from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { Allow } from '../http/sessions/session.guard.js';

@Controller('api/territories')
export class TerritoriesController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(listTerritories)
  @Allow('admin')
  @Get()
  list(@CallerContext() caller: Caller) {
    return this.bus.call(listTerritories, {}, caller);
  }

  @Calls(listTerritoryNames)
  @Get('names')
  names(@CallerContext() caller: Caller) {
    return this.bus.call(listTerritoryNames, {}, caller);
  }

  /** The shapes of all, as one file. */
  @Calls(pullTerritoryShapes, territoryGeoJson)
  @Allow('admin')
  @Get('geojson')
  async geojson(@CallerContext() caller: Caller) {
    const { features, next } = await this.bus.call(pullTerritoryShapes, {}, caller);
    for (let after = next; after !== null;) {
      const page = await this.bus.call(pullTerritoryShapes, { after }, caller);
      features.push(...page.features);
      after = page.next;
    }
    return { type: 'FeatureCollection', features };
  }

  @Calls(createTerritory)
  @Allow('admin')
  @Post()
  create(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(createTerritory, body, caller);
  }

  @Calls(importTerritories)
  @Allow('admin')
  @Post('geojson')
  @HttpCode(200)
  import(@Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(importTerritories, body, caller);
  }

  @Calls(updateTerritory)
  @Allow('admin')
  @Patch(':id')
  update(@Param('id') id: string, @Body() body: object, @CallerContext() caller: Caller) {
    return this.bus.forward(updateTerritory, { ...body, id }, caller);
  }

  @Calls(listTerritoryOverlaps)
  @Allow('admin')
  @Get(':id/overlaps')
  overlaps(@Param('id') id: string, @CallerContext() caller: Caller) {
    return this.bus.forward(listTerritoryOverlaps, { id }, caller);
  }

  @Calls(removeTerritory)
  @Allow('admin')
  @Delete(':id')
  @HttpCode(204)
  async remove(@Param('id') id: string, @CallerContext() caller: Caller): Promise<void> {
    await this.bus.forward(removeTerritory, { id }, caller);
  }
}
