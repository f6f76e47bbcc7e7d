import { Catch, Injectable, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ErrorFilter, statusOf } from './error.filter.js';
import { scimType } from './requests/scim-bodies.js';

/** Turns errors into the shape that RFC 7644 3.12 describes, which providers show to their administrators. */
@Catch()
@Injectable()
export class ScimErrorFilter implements ExceptionFilter {
  constructor(private readonly errors: ErrorFilter) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { id } = host.switchToHttp().getRequest<FastifyRequest>();
    if (reply.sent || reply.raw.destroyed) return;
    const { kind, message, details } = this.errors.toAppError(thrown, id);
    const status = statusOf[kind];
    if (details.retryAfter) void reply.header('retry-after', Math.ceil(details.retryAfter));
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:Error'];
    const body = { schemas, status: String(status), detail: message };
    void reply.status(status).type(`${scimType}; charset=utf-8`).send(JSON.stringify(body));
  }
}
