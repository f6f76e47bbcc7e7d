import { AppError, forbidden } from '@lead-finder/platform';
import type { Role } from '@lead-finder/contracts';
import { Injectable, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyReply } from 'fastify';
import type { GatewayRequest, SignedIn } from '../requests/caller.js';
import { isExempt } from '../requests/requests-at-once.js';
import { RequestsOfUsers } from '../requests/requests-of-users.js';
import { SessionStrategy } from './session.strategy.js';

const allowed = 'allowed';
type Rule = 'anyone' | Role[] | undefined;

export const Public = () => SetMetadata(allowed, 'anyone');
export const isPublic = (handler: object, controller: object): boolean =>
  (Reflect.getMetadata(allowed, handler) ?? Reflect.getMetadata(allowed, controller)) === 'anyone';
/** Opens a route to these roles. Services check the rights (docs/product/roles-and-permissions.md#rights). */
export const Allow = (...roles: Role[]) => SetMetadata(allowed, roles);

/** Requires a session on every route that is not public. */
@Injectable()
export class SessionGuard extends AuthGuard('session') {
  /** The rule of each handler: reflection is slow, so each is read once. */
  private readonly rules = new Map<object, Rule>();

  constructor(
    private readonly reflector: Reflector,
    private readonly strategy: SessionStrategy,
    private readonly requests: RequestsOfUsers,
  ) {
    super();
  }

  /** Calls Passport only if the session is not cached: otherwise it would create a sixth of a request's promises. */
  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const rule = this.ruleOf(context);
    if (rule === 'anyone') return true;
    const request = context.switchToHttp().getRequest<GatewayRequest>();
    const cached = this.strategy.findCached(request);
    if (!cached) return this.authenticate(context, rule);
    request.user = cached;
    return this.admit(context, cached, rule);
  }

  private async authenticate(context: ExecutionContext, rule: Rule): Promise<boolean> {
    await super.canActivate(context);
    return this.admit(context, context.switchToHttp().getRequest<GatewayRequest>().user!, rule);
  }

  private admit(context: ExecutionContext, { actor }: SignedIn, rule: Rule): boolean {
    if (Array.isArray(rule) && !rule.includes(actor.role)) throw forbidden();
    const http = context.switchToHttp();
    if (!isExempt(http.getRequest())) this.requests.take(actor.id, http.getResponse<FastifyReply>().raw);
    return true;
  }

  private ruleOf(context: ExecutionContext): Rule {
    const handler = context.getHandler();
    if (!this.rules.has(handler))
      this.rules.set(handler, this.reflector.getAllAndOverride<Rule>(allowed, [handler, context.getClass()]));
    return this.rules.get(handler);
  }

  override getAuthenticateOptions() {
    return { session: false };
  }

  override handleRequest<User>(error: unknown, user: User | false): User {
    if (error) throw error;
    if (!user) throw new AppError('unauthenticated', 'unauthenticated', 'Please sign in');
    return user;
  }
}
