import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-custom';
import { identityOf, type SignedIn } from '../requests/caller.js';
import { SessionCache } from './session-cache.js';
import { SessionCookie } from './session-cookie.js';

/**
 * False for requests that the user did not cause: polls, refetches and prefetches, which send the header, and the event
 * stream, which cannot. They do not postpone the idle timeout of the session.
 */
const isUse = ({ method, headers, routeOptions }: FastifyRequest) =>
  method !== 'GET' || (headers['x-automatic'] !== '1' && routeOptions.url !== '/api/events');

@Injectable()
export class SessionStrategy extends PassportStrategy(Strategy, 'session') {
  constructor(
    private readonly sessions: SessionCache,
    private readonly cookie: SessionCookie,
  ) {
    super();
  }

  /** Returns the user if the session is cached, or undefined if only `validate` knows. */
  findCached(request: FastifyRequest): SignedIn | undefined {
    const token = this.cookie.read(request);
    const session = token && this.sessions.findCached(token, isUse(request));
    return session ? { actor: session.actor, session } : undefined;
  }

  async validate(request: FastifyRequest): Promise<SignedIn | false> {
    const token = this.cookie.read(request);
    if (!token) return false;
    const session = await this.sessions.find(token, isUse(request), identityOf(request));
    return session ? { actor: session.actor, session } : false;
  }
}
