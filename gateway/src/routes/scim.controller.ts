import { provision, type InputOf } from '@lead-finder/contracts';
import { Body, Controller, Delete, Get, Param, Patch, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Calls } from '../docs/calls.js';
import { callerOf } from '../http/requests/caller.js';
import { GatewayBus } from '../http/requests/gateway-bus.js';
import { scimType } from '../http/requests/scim-bodies.js';
import { Public } from '../http/sessions/session.guard.js';

type Asked = Omit<InputOf<typeof provision>, 'method' | 'token'>;

/** SCIM 2.0 for identity providers, which send a bearer token (docs/product/provisioning.md#scim). */
@Public()
@Controller('scim/v2')
export class ScimController {
  constructor(private readonly bus: GatewayBus) {}

  @Calls(provision)
  @Get(':resource')
  list(
    @Param() { resource }: Asked,
    @Query() query: Asked['query'],
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.pass({ resource, query }, request, reply);
  }

  @Calls(provision)
  @Get(':resource/:scimId')
  get(
    @Param() { resource, scimId }: Asked,
    @Query() query: Asked['query'],
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.pass({ resource, scimId, query }, request, reply);
  }

  @Calls(provision)
  @Post(':resource')
  create(
    @Param() { resource }: Asked,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.pass({ resource, body }, request, reply);
  }

  @Calls(provision)
  @Put(':resource/:scimId')
  replace(
    @Param() { resource, scimId }: Asked,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.pass({ resource, scimId, body }, request, reply);
  }

  @Calls(provision)
  @Patch(':resource/:scimId')
  patch(
    @Param() { resource, scimId }: Asked,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    return this.pass({ resource, scimId, body }, request, reply);
  }

  @Calls(provision)
  @Delete(':resource/:scimId')
  remove(@Param() { resource, scimId }: Asked, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    return this.pass({ resource, scimId }, request, reply);
  }

  private async pass(asked: Asked, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const [, token = ''] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
    const input = { ...asked, method: request.method as 'GET', token };
    const { status, body, location } = await this.bus.forward(provision, input, callerOf(request));
    if (location !== null) void reply.header('location', location);
    if (status === 401) void reply.header('www-authenticate', 'Bearer');
    void reply
      .status(status)
      .type(`${scimType}; charset=utf-8`)
      .send(body === null ? '' : JSON.stringify(body));
  }
}
