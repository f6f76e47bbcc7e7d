import { Controller, Get, Inject } from '@nestjs/common';
import { GATEWAY_SETTINGS, type GatewaySettings } from '../gateway.config.js';
import { Public } from '../http/sessions/session.guard.js';

@Public()
@Controller('api/settings')
export class SettingsController {
  constructor(@Inject(GATEWAY_SETTINGS) private readonly settings: GatewaySettings) {}

  @Get()
  read() {
    const { SUPPORT_EMAIL, MAP_TILE_URL, MAP_ATTRIBUTION, TIME_ZONE } = this.settings;
    return {
      supportEmail: SUPPORT_EMAIL,
      mapTileUrl: MAP_TILE_URL,
      mapAttribution: MAP_ATTRIBUTION,
      timeZone: TIME_ZONE,
    };
  }
}
