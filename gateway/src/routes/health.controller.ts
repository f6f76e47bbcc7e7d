import { Readiness } from '@lead-finder/platform';
import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Public } from '../http/sessions/session.guard.js';

/** Liveness and readiness (docs/product/errors-and-http.md#health-and-metrics). */
@Public()
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('healthz')
  alive() {
    return { status: 'ok' };
  }

  @Get('readyz')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const { status, body } = await this.readiness.report('code');
    void reply.status(status);
    return body;
  }
}
