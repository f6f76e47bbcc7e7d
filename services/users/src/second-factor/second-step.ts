import { randomBytes } from 'node:crypto';
import type { finishSignIn, ParsedInputOf } from '@lead-finder/contracts';
import { AppError, Clock, Database, networkOf } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { Limits, type Limit } from '../limit/limits.js';
import { NetworkQueue } from '../limit/network-queue.js';
import { SessionOpening, type OpenSession } from '../session/session-opening.js';
import { hashToken } from '../session/session.repository.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { Authenticators } from './authenticators.js';
import { RecoveryCodes } from './recovery-codes.js';
import { RememberedBrowsers } from './remembered-browsers.js';
import { SecondFactorMails } from './second-factor-mails.js';

type Input = ParsedInputOf<typeof finishSignIn>;

export const challengeMinutes = 10;
const perUser: Limit = {
  kind: 'second-steps',
  max: 5,
  seconds: 900,
  message: 'Too many wrong codes. Please try again in a few minutes.',
};

interface Pending {
  userId: number;
  deviceId: string | null;
}

/**
 * The second step of a sign-in: a token in a cookie of the browser that gave the right password, valid once and for ten
 * minutes. A known browser has its own limit, so that others who know the password do not keep its user out.
 */
@Injectable()
export class SecondStep {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly authenticators: Authenticators,
    private readonly recoveryCodes: RecoveryCodes,
    private readonly remembered: RememberedBrowsers,
    private readonly opening: SessionOpening,
    private readonly mails: SecondFactorMails,
    private readonly limits: Limits,
    private readonly queue: NetworkQueue,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Joins the transaction that checked the password and locked the user. Returns the rejection that asks for the step. */
  async begin({ id }: User, deviceId: string | null): Promise<AppError> {
    const challenge = randomBytes(32).toString('base64url');
    await this.database.query(
      'insert into sign_in_challenges (token_hash, user_id, device_id, created_at) values ($1, $2, $3, $4)',
      [hashToken(challenge), id, deviceId, this.clock.now()],
    );
    const message = 'Enter the code of your authenticator app, or a recovery code';
    return new AppError('unauthenticated', 'second_step_required', message, { challenge });
  }

  async finish(input: Input): Promise<OpenSession> {
    const outcome = await this.queue.run(networkOf(input.origin.address), async () => {
      const pending = await this.find(input.challenge);
      if (!pending) return expired();
      const limitedBy = pending.deviceId ? `device ${pending.deviceId}` : `user ${pending.userId}`;
      await this.limits.take(perUser, limitedBy);
      return this.database.transaction(async () => {
        const opened = await this.check(input, pending);
        if (!(opened instanceof AppError)) await this.limits.giveBack(perUser, limitedBy);
        return opened;
      });
    });
    // Rejections are thrown after the commit, because their entry in the trail must stay.
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  }

  /** Reads the challenge again under the user's lock: whatever ends sessions has ended it meanwhile. */
  private async check(
    { challenge, code, remember, origin }: Input,
    { userId, deviceId }: Pending,
  ): Promise<OpenSession | AppError> {
    const user = await this.users.lock(userId);
    if (!user?.active || !(await this.find(challenge))) return expired();
    const factor = await this.use(user, code);
    if (!factor) {
      const failure = { action: 'second_step_failed', actor: null, outcome: 'refused' } as const;
      await this.audit.add({ ...failure, subject: user.username });
      return new AppError('unauthenticated', 'invalid_code', 'That code is not right, or it was used already');
    }
    await this.database.query('delete from sign_in_challenges where token_hash = $1', [hashToken(challenge)]);
    const opened = await this.opening.open(user, { origin, deviceId }, { secondFactor: factor });
    const [openedBy] = opened.device.value.split('.');
    if (remember) await this.remembered.remember(user.id, openedBy!, origin.userAgent ?? '');
    return opened;
  }

  private async use(user: User, code: string): Promise<'authenticator' | 'recovery code' | null> {
    if (/^\d{3} ?\d{3}$/.test(code))
      return (await this.authenticators.use(user.id, code.replace(' ', ''))) ? 'authenticator' : null;
    if (!(await this.recoveryCodes.use(user.id, code))) return null;
    const left = await this.recoveryCodes.left(user.id);
    await this.mails.add(user, `somebody, probably you, signed in with a recovery code. ${left} are left.`);
    return 'recovery code';
  }

  private async find(challenge: string): Promise<Pending | null> {
    const [row] = await this.database.query<Pending>(
      `select user_id as "userId", device_id as "deviceId" from sign_in_challenges
       where token_hash = $1 and created_at > $2`,
      [hashToken(challenge), new Date(this.clock.now().getTime() - challengeMinutes * 60_000)],
    );
    return row ?? null;
  }
}

const expired = () =>
  new AppError('unauthenticated', 'second_step_expired', 'The time for the second step is over. Please sign in again.');
