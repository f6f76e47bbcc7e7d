import type { beginPasskeySignIn, finishPasskeySignIn, OutputOf, ParsedInputOf } from '@lead-finder/contracts';
import { AppError, Database, networkOf, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { Limits, type Limit } from '../limit/limits.js';
import { NetworkQueue } from '../limit/network-queue.js';
import { KnownBrowsers } from '../session/known-browsers.js';
import { SessionOpening, type OpenSession } from '../session/session-opening.js';
import { deactivated } from '../session/sign-in.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import type { UsersSettings } from '../users.config.js';
import { PasskeyChallenges, passkeyMinutes } from './passkey-challenges.js';
import { Passkeys } from './passkeys.js';

type Input = ParsedInputOf<typeof finishPasskeySignIn>;

/** Signs in by a passkey, which is two factors: the device, and what it asks of its user. */
@Injectable()
export class PasskeySignIn {
  private readonly perNetwork: Limit;

  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly passkeys: Passkeys,
    private readonly challenges: PasskeyChallenges,
    private readonly browsers: KnownBrowsers,
    private readonly opening: SessionOpening,
    private readonly limits: Limits,
    private readonly queue: NetworkQueue,
    private readonly audit: AuditTrail,
    @Inject(SERVICE_SETTINGS) settings: UsersSettings,
  ) {
    this.perNetwork = {
      kind: 'failed-passkeys',
      max: settings.SIGN_IN_FAILURES_PER_ADDRESS,
      seconds: 300,
      message: 'Too many failed sign-ins from here. Please try again in a few minutes.',
    };
  }

  async begin(site: string): Promise<OutputOf<typeof beginPasskeySignIn>> {
    const { token, challenge } = await this.challenges.issue('sign-in');
    const options = {
      challenge: challenge.toString('base64url'),
      rpId: new URL(site).hostname,
      timeout: passkeyMinutes * 60_000,
      userVerification: 'required',
    } as const;
    return { options, challenge: token };
  }

  async finish(input: Input): Promise<OpenSession> {
    const network = networkOf(input.origin.address);
    const outcome = await this.queue.run(network, async () => {
      await this.limits.take(this.perNetwork, network);
      const found = await this.passkeys.find(input.credential);
      return this.database.transaction(async () => {
        const user = found && (await this.users.lock(found.userId));
        const name = user && (await this.prove(input));
        if (!name) return this.refuse(user, invalid());
        await this.limits.giveBack(this.perNetwork, network);
        if (!user.active) return this.refuse(user, deactivated());
        const deviceId = await this.browsers.find(user, input.devices);
        return this.opening.open(user, { origin: input.origin, deviceId }, { passkey: name });
      });
    });
    // Rejections are thrown after the commit, because their entry in the trail must stay.
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  }

  private async prove({ credential, challenge, site }: Input): Promise<string | null> {
    const isFresh = (await this.challenges.isValid(challenge, 'sign-in')) && (await this.challenges.useUp(challenge));
    return isFresh ? this.passkeys.use(credential, { challenge, site }) : null;
  }

  private async refuse(user: User | null, refusal: AppError): Promise<AppError> {
    const subject = user?.username ?? 'unknown account';
    const details = { code: refusal.code };
    await this.audit.add({ action: 'sign_in_failed', actor: null, subject, outcome: 'refused', details });
    return refusal;
  }
}

const invalid = () =>
  new AppError('unauthenticated', 'invalid_passkey', 'This passkey does not sign in here. Please use your password.');
