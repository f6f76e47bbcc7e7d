import { AppError, forbidden } from '@lead-finder/platform';
import { scopeOf, type ApiScope, type Role } from '@lead-finder/contracts';
import { Injectable, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyReply } from 'fastify';
import { callsContract, type Documented } from '../../docs/calls.js';
import { quotaOf, type GatewayRequest, type SignedIn } from '../requests/caller.js';
import { isExempt } from '../requests/requests-at-once.js';
import { RequestsOfUsers } from '../requests/requests-of-users.js';
import { ApiTokenAccess, bearerOf } from './api-token-access.js';
import { SessionStrategy } from './session.strategy.js';

const allowed = 'allowed';
const duringSetUp = 'during set-up';
const scope = 'scope';
interface Rule {
  allowed: 'anyone' | Role[] | undefined;
  duringSetUp: boolean;
  /** What a token needs; null if no token may. */
  scope: string | null;
}

export const Public = () => SetMetadata(allowed, 'anyone');
export const isPublic = (handler: object, controller: object): boolean =>
  (Reflect.getMetadata(allowed, handler) ?? Reflect.getMetadata(allowed, controller)) === 'anyone';
/** Opens a route to these roles. Services check the rights (docs/product/roles-and-permissions.md#rights). */
export const Allow = (...roles: Role[]) => SetMetadata(allowed, roles);

/** Opens a route to users who must set up a second factor before anything else. */
export const DuringSetUp = () => SetMetadata(duringSetUp, true);

/** Names the scope of a route that calls no contract, or one that needs no role. */
export const Scope = (name: ApiScope) => SetMetadata(scope, name);
/** The scope that a token needs for the route. Null closes the route to tokens. */
export function scopeOfRoute(handler: object): string | null {
  const documented = Reflect.getMetadata(callsContract, handler) as Documented | undefined;
  const named = Reflect.getMetadata(scope, handler) as ApiScope | undefined;
  return named ?? (documented ? scopeOf(documented.contract) : null);
}

/** Requires a session or an API token on every route that is not public. */
@Injectable()
export class SessionGuard extends AuthGuard('session') {
  /** The rule of each handler: reflection is slow, so each is read once. */
  private readonly rules = new Map<object, Rule>();

  constructor(
    private readonly reflector: Reflector,
    private readonly strategy: SessionStrategy,
    private readonly requests: RequestsOfUsers,
    private readonly tokens: ApiTokenAccess,
  ) {
    super();
  }

  /** Calls Passport only if the session is not cached: otherwise it would create a sixth of a request's promises. */
  override canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const rule = this.ruleOf(context);
    if (rule.allowed === 'anyone') return true;
    const request = context.switchToHttp().getRequest<GatewayRequest>();
    const bearer = bearerOf(request);
    if (bearer !== undefined) return this.admitToken(context, rule, bearer);
    const cached = this.strategy.findCached(request);
    if (!cached) return this.authenticate(context, rule);
    request.user = cached;
    return this.admit(context, cached, rule);
  }

  private async authenticate(context: ExecutionContext, rule: Rule): Promise<boolean> {
    await super.canActivate(context);
    return this.admit(context, context.switchToHttp().getRequest<GatewayRequest>().user!, rule);
  }

  private async admitToken(context: ExecutionContext, rule: Rule, token: string): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<GatewayRequest>();
    const user = (request.user = await this.tokens.authenticate(request, http.getResponse<FastifyReply>(), token));
    this.admit(context, user, rule);
    this.tokens.requireScope(user, http.getResponse<FastifyReply>(), rule.scope);
    return true;
  }

  private admit(context: ExecutionContext, { actor, session }: SignedIn, rule: Rule): boolean {
    if (Array.isArray(rule.allowed) && !rule.allowed.includes(actor.role)) throw forbidden();
    if (session.user.secondFactor?.isDue && !rule.duringSetUp) throw withoutFactor();
    const http = context.switchToHttp();
    if (!isExempt(http.getRequest())) this.requests.take(quotaOf(actor), http.getResponse<FastifyReply>().raw);
    return true;
  }

  private ruleOf(context: ExecutionContext): Rule {
    const handler = context.getHandler();
    const known = this.rules.get(handler);
    if (known) return known;
    const read = <T>(name: string) => this.reflector.getAllAndOverride<T>(name, [handler, context.getClass()]);
    const rule: Rule = {
      allowed: read(allowed),
      duringSetUp: read<boolean | undefined>(duringSetUp) ?? false,
      scope: scopeOfRoute(handler),
    };
    this.rules.set(handler, rule);
    return rule;
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

const withoutFactor = () =>
  new AppError('forbidden', 'second_factor_required', 'Please set up a second factor first: your role needs one.');
