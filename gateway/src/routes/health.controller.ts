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
    const problems = await this.readiness.problems();
    if (problems.length === 0) return { status: 'ok' };
    void reply.status(503);
    return { status: 'unavailable', problems };
  }
}
