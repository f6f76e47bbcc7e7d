import type { ErrorResponse } from '@lead-finder/contracts';
import { AppError, type ErrorKind, type Logger } from '@lead-finder/platform';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isScim, scimType } from './requests/scim-bodies.js';

export const statusOf: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  gone: 410,
  too_large: 413,
  unsupported: 415,
  locked: 423,
  limited: 429,
  internal: 500,
  bad_gateway: 502,
  unavailable: 503,
  timed_out: 504,
};

/**
 * Turns every error into its status, body and `Retry-After` (docs/product/errors-and-http.md#error-shape). The body of a
 * SCIM request is that of RFC 7644 3.12, which providers show to their administrators.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly log: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const reply = http.getResponse<FastifyReply>();
    const request = http.getRequest<FastifyRequest>();
    if (reply.sent || reply.raw.destroyed) return;
    const error = this.toAppError(thrown, request.id);
    const { retryAfter } = error.details;
    if (retryAfter) void reply.header('retry-after', Math.ceil(retryAfter));
    const [type, body] = isScim(request.url)
      ? [scimType, scimBody(error)]
      : ['application/json', bodyOf(error, request.id)];
    void reply.status(statusOf[error.kind]).type(`${type}; charset=utf-8`).send(JSON.stringify(body));
  }

  private toAppError(thrown: unknown, requestId: string): AppError {
    if (thrown instanceof AppError) return thrown;
    const known = fromFramework(thrown as { statusCode?: number; code?: string });
    if (known) return known;
    this.log.error({ err: thrown, requestId }, 'Request failed with an unexpected error.');
    return new AppError('internal', 'internal', 'Something went wrong on our side. Please try again.');
  }
}

const bodyOf = ({ code, message, details: { issues, current } }: AppError, requestId: string): ErrorResponse => ({
  message,
  code,
  requestId,
  issues: issues?.map(({ path, message: rule }) => ({ path: asSent(path), message: rule })),
  current,
});

/** The gateway makes `ref` of the id or the uuid in an address. */
const asSent = (path: string) => (path === 'ref' ? 'id' : path.replace(/^ref\./, ''));

const scimBody = ({ kind, message }: AppError) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
  status: String(statusOf[kind]),
  detail: message,
});

function fromFramework(thrown: { statusCode?: number; code?: string }): AppError | null {
  const status = thrown instanceof HttpException ? thrown.getStatus() : thrown?.statusCode;
  switch (status) {
    case 400:
      return new AppError('invalid', 'malformed_json', 'The request body is not valid JSON');
    case 404:
      return new AppError('not_found', 'not_found', 'Nothing is here');
    case 413:
      return new AppError('too_large', 'too_large', 'The request is too large');
    case 415:
      return new AppError('unsupported', 'unsupported_type', 'Only application/json is accepted here');
    default:
      return null;
  }
}
