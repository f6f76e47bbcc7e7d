import { signOut, type OutputOf, type SessionUser, type signIn } from '@lead-finder/contracts';
import type { Caller } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayBus } from '../requests/gateway-bus.js';
import { SessionCache } from './session-cache.js';
import { SessionCookie } from './session-cookie.js';

type OpenSession = OutputOf<typeof signIn>;

/** Puts a session into the browser's cookies, and takes it out again. */
@Injectable()
export class BrowserSession {
  constructor(
    private readonly bus: GatewayBus,
    private readonly cookie: SessionCookie,
    private readonly sessions: SessionCache,
  ) {}

  open(reply: FastifyReply, { user, ...session }: OpenSession): SessionUser {
    this.renew(reply, session);
    return user;
  }

  renew(reply: FastifyReply, { token, expiresAt, device }: Omit<OpenSession, 'user'>): void {
    this.cookie.set(reply, token, expiresAt);
    this.cookie.setDevice(reply, device);
  }

  /** Makes the next request of this browser check its session, whose user has changed. */
  check(request: FastifyRequest): void {
    this.sessions.forget(this.cookie.read(request));
  }

  /** Ends the browser's previous session, so that a planted token never becomes a signed-in session. */
  async end(request: FastifyRequest, caller: Caller): Promise<OutputOf<typeof signOut>> {
    const token = this.cookie.read(request);
    if (!token) return {};
    this.sessions.forget(token);
    return this.bus.call(signOut, { token }, caller);
  }
}
