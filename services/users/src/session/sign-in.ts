import type { AuditAction, OutputOf, ParsedInputOf, signIn } from '@lead-finder/contracts';
import { AppError, Database, networkOf, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { Limits, type Limit } from '../limit/limits.js';
import { NetworkQueue } from '../limit/network-queue.js';
import { Passwords } from '../password/passwords.js';
import { RememberedBrowsers } from '../second-factor/remembered-browsers.js';
import { SecondStep } from '../second-factor/second-step.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import type { UsersSettings } from '../users.config.js';
import { KnownBrowsers } from './known-browsers.js';
import { SessionOpening } from './session-opening.js';
import { passwordsOff, SignInPolicy } from './sign-in-policy.js';
import { SignInCounters, typed, type CountedBy } from './sign-in-counters.js';

type Input = ParsedInputOf<typeof signIn>;
type Opened = OutputOf<typeof signIn>;

interface Attempt {
  origin: Input['origin'];
  found: User | null;
  /** The known browser of the attempt, which others cannot lock out. */
  deviceId: string | null;
  countedBy: CountedBy;
  network: string;
  locks: boolean;
}

/**
 * Signs in by username or e-mail address. Each attempt counts as a failure before its password is checked, and is
 * removed if the password is right. Known and unknown identifiers take the same statements and the same hash.
 */
@Injectable()
export class SignIn {
  private readonly perNetwork: Limit;

  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly counters: SignInCounters,
    private readonly browsers: KnownBrowsers,
    private readonly limits: Limits,
    private readonly queue: NetworkQueue,
    private readonly opening: SessionOpening,
    private readonly policy: SignInPolicy,
    private readonly secondStep: SecondStep,
    private readonly remembered: RememberedBrowsers,
    private readonly passwords: Passwords,
    private readonly audit: AuditTrail,
    @Inject(SERVICE_SETTINGS) settings: UsersSettings,
  ) {
    this.perNetwork = {
      kind: 'failed-sign-ins',
      max: settings.SIGN_IN_FAILURES_PER_ADDRESS,
      seconds: 300,
      message: 'Too many failed sign-ins from here. Please try again in a few minutes.',
    };
  }

  async signIn({ username, password, origin, devices }: Input): Promise<Opened> {
    const found = await this.users.findByIdentifier(username.trim());
    const deviceId = found && (await this.browsers.find(found, devices));
    const countedBy: CountedBy = deviceId ? ['device', deviceId] : typed(username);
    const network = networkOf(origin.address);
    const attempt: Attempt = { origin, found, deviceId, countedBy, network, locks: false };
    attempt.locks = await this.inQueue(attempt, () => this.count(attempt));
    const key = deviceId ? `account ${found!.id}` : `identifier ${countedBy[1]}`;
    const slot = deviceId ? { keys: [key], isKnown: true } : { keys: [key, `network ${network}`] };
    const isRight = await this.passwords
      .matches(password, found?.passwordHash, slot)
      .catch((error: unknown) => this.uncount(attempt, error));
    const opened = await this.inQueue(
      attempt,
      () => (isRight && found ? this.open(found, attempt) : this.refuse(attempt, wrong())),
      true,
    );
    // Rejections are thrown after the commit, because their entry in the trail must stay.
    if (opened instanceof AppError) throw opened;
    return opened;
  }

  /** Runs the work in the network's queue; a known browser does not wait. */
  private inQueue<T>({ deviceId, network }: Attempt, work: () => Promise<T>, isContinued = false): Promise<T> {
    return deviceId ? work() : this.queue.run(network, work, isContinued);
  }

  /** Returns whether this failure would lock. Rejects with 423 or 429. */
  private async count({ found, deviceId, countedBy, network }: Attempt): Promise<boolean> {
    const outcome = await this.database.transaction(async () => {
      if (!deviceId) await this.limits.take(this.perNetwork, network);
      const { locks, lockedUntil } = await this.counters.count(countedBy, found?.id ?? null);
      return lockedUntil ? this.refuse({ found, locks: false }, this.counters.locked(lockedUntil)) : locks;
    });
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  }

  /** Removes the failure if the password was not checked because too many clients waited. */
  private async uncount(attempt: Attempt, error: unknown): Promise<never> {
    const { found, deviceId, countedBy, network } = attempt;
    const takeBack = async () => {
      if (!deviceId) await this.limits.giveBack(this.perNetwork, network);
      await this.counters.takeBack(countedBy, found?.id ?? null);
    };
    await this.inQueue(attempt, () => this.database.transaction(takeBack), true);
    throw error;
  }

  /** Reads the account again under its lock, so a password that has changed meanwhile opens nothing. */
  private open(found: User, attempt: Attempt): Promise<Opened | AppError> {
    const { deviceId, countedBy, network, origin } = attempt;
    return this.database.transaction(async () => {
      const user = await this.users.lock(found.id);
      if (user?.passwordHash !== found.passwordHash) return this.refuse(attempt, wrong());
      if (deviceId) await this.counters.clear([countedBy], user.id);
      else {
        await this.counters.clearIdentifiersOf(user);
        await this.limits.giveBack(this.perNetwork, network);
      }
      if (!user.active) return this.refuse({ found: user, locks: false }, deactivated());
      if (!(await this.policy.allows(user))) return this.refuse({ found: user, locks: false }, passwordsOff());
      if (user.secondFactorSince && !(await this.remembered.has(user.id, deviceId)))
        return this.secondStep.begin(user, deviceId);
      return this.opening.open(user, { origin, deviceId });
    });
  }

  /** Records a rejection, but no unknown identifier, because users type their password into the wrong field. */
  private async refuse({ found, locks }: Pick<Attempt, 'found' | 'locks'>, refusal: AppError): Promise<AppError> {
    const subject = found?.username ?? 'unknown account';
    const action: AuditAction = locks ? 'account_locked' : 'sign_in_failed';
    await this.audit.add({ action, actor: null, subject, outcome: 'refused', details: { code: refusal.code } });
    return refusal;
  }
}

const wrong = () => new AppError('unauthenticated', 'invalid_credentials', 'Invalid username or password');
export const deactivated = () =>
  new AppError('forbidden', 'account_deactivated', 'This account is deactivated. Ask your manager.');
