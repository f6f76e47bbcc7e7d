import { AppError, forbidden } from '@lead-finder/platform';
import type { Role } from '@lead-finder/contracts';
import { Injectable, SetMetadata, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { GatewayRequest } from './caller.js';

const allowed = 'allowed';

/** Open before sign-in. */
export const Public = () => SetMetadata(allowed, 'anyone');
/** Only these roles may knock; what they may do with it is decided where the data is (decisions, section 4). */
export const Allow = (...roles: Role[]) => SetMetadata(allowed, roles);

/** Every route asks who is there, unless it is public. */
@Injectable()
export class SessionGuard extends AuthGuard('session') {
  constructor(private readonly reflector: Reflector) {
    super();
  }

  override async canActivate(context: ExecutionContext): Promise<boolean> {
    const rule = this.reflector.getAllAndOverride<'anyone' | Role[] | undefined>(allowed, [
      context.getHandler(),
      context.getClass(),
    ]);
    if (rule === 'anyone') return true;
    await super.canActivate(context);
    const { user } = context.switchToHttp().getRequest<GatewayRequest>();
    if (rule && !rule.includes(user!.actor.role)) throw forbidden();
    return true;
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
