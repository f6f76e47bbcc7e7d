import { exportRequest, getBusinesses, getPlacesNotices, searchBusinesses } from '@lead-finder/contracts';
import { invalidInput, type Caller } from '@lead-finder/platform';
import { Body, Controller, Get, HttpCode, Post, type StreamableFile } from '@nestjs/common';
import { Calls } from '../docs/calls.js';
import { CallerContext } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { csvDownload } from '../http/csv-download.js';
import { Scope } from '../http/sessions/session.guard.js';
import { businessesCsv } from './businesses-csv.js';

@Controller('api')
export class SearchController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(searchBusinesses)
  @Post('search-businesses')
  @HttpCode(200)
  search(@Body() body: unknown, @CallerContext() caller: Caller) {
    return this.bus.forward(searchBusinesses, body, caller);
  }

  @Calls(getPlacesNotices)
  @Scope('places:read')
  @Get('places-notices')
  getPlacesNotices(@CallerContext() caller: Caller) {
    return this.bus.call(getPlacesNotices, {}, caller);
  }

  @Calls(getBusinesses, { contentType: 'text/csv' })
  @Post('export-businesses')
  @HttpCode(200)
  async export(@Body() body: unknown, @CallerContext() caller: Caller): Promise<StreamableFile> {
    const request = exportRequest.safeParse(body === undefined ? {} : body);
    if (!request.success) throw invalidInput(request.error);
    const { businesses } = await this.bus.call(getBusinesses, { placeIds: request.data.placeIds }, caller);
    async function* text() {
      yield businessesCsv(businesses);
    }
    const { placeIds: _placeIds, format: _format, ...search } = request.data;
    const details = { filters: search, count: businesses.length };
    return csvDownload(this.bus, caller, {
      fileName: 'business-data.csv',
      action: 'businesses_exported',
      details,
      text: text(),
    });
  }
}
