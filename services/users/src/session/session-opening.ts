import type { finishSignIn, origin, OutputOf } from '@lead-finder/contracts';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { AuditTrail } from '../audit/audit-trail.js';
import type { User } from '../user/user.entity.js';
import { KnownBrowsers } from './known-browsers.js';
import { passwordsOff, SignInPolicy } from './sign-in-policy.js';
import { SessionRepository, type SessionOfProvider } from './session.repository.js';

export type OpenSession = OutputOf<typeof finishSignIn>;

/** The browser of a sign-in. `deviceId` is set if the account knows it. */
export interface SignInBrowser {
  origin: z.output<typeof origin>;
  deviceId: string | null;
}

/** Opens the session of a user who has proved the account. Joins the transaction of the proof. */
@Injectable()
export class SessionOpening {
  constructor(
    private readonly sessions: SessionRepository,
    private readonly browsers: KnownBrowsers,
    private readonly policy: SignInPolicy,
    private readonly audit: AuditTrail,
  ) {}

  async open(
    user: User,
    { origin, deviceId }: SignInBrowser,
    details: object = {},
    ofProvider: SessionOfProvider | null = null,
  ): Promise<OpenSession> {
    const isLocal = ofProvider === null;
    if (isLocal && !(await this.policy.allows(user))) throw passwordsOff();
    const isBreakGlass = isLocal && (await this.policy.reportBreakGlass(user));
    const action = isBreakGlass ? 'break_glass_sign_in' : 'sign_in';
    await this.audit.add({ action, actor: user, subject: user.username, details });
    const session = await this.sessions.open(user.id, origin, ofProvider);
    return { ...session, device: await this.browsers.issue(user, deviceId) };
  }
}
