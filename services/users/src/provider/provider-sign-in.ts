import {
  signInProblems,
  type Actor,
  type finishProviderSignIn,
  type OutputOf,
  type ParsedInputOf,
  type receiveSamlResponse,
  type startProviderSignIn,
} from '@lead-finder/contracts';
import { AppError, Database, LOGGER, networkOf, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { Limits, type Limit } from '../limit/limits.js';
import { NetworkQueue } from '../limit/network-queue.js';
import { SessionOpening } from '../session/session-opening.js';
import { IdentityProviders } from './identity-providers.js';
import { ProviderAccounts } from './provider-accounts.js';
import { ProviderLog } from './provider-log.js';
import { ProviderSessions } from './provider-sessions.js';
import { ProviderTests } from './provider-tests.js';
import { SamlClient } from './saml/saml-client.js';
import type { Exchanged } from './sign-in-protocol.js';
import { SignInProtocols } from './sign-in-protocols.js';
import { SignInRefusal } from './sign-in-refusal.js';
import { SignInStates, type SignInState } from './sign-in-states.js';
import { claimWord, type StoredProvider } from './stored-provider.js';

type Finish = ParsedInputOf<typeof finishProviderSignIn>;
type Finished = OutputOf<typeof finishProviderSignIn>;
type Received = ParsedInputOf<typeof receiveSamlResponse>;
/** How a sign-in ends that opens no session. */
type Ended = Exclude<Finished, { outcome: 'signed in' }>;

const perNetwork: Limit = {
  kind: 'provider-sign-ins',
  max: 3_000,
  seconds: 300,
  message: 'Too many sign-ins from here. Please try again in a few minutes.',
};

/**
 * Signs in by an identity provider: the start stores a state, the provider sends the browser back with a code, and any
 * process of the users service finishes it (docs/product/sign-in.md#sign-in-by-a-provider).
 */
@Injectable()
export class ProviderSignIn {
  constructor(
    private readonly database: Database,
    private readonly providers: IdentityProviders,
    private readonly states: SignInStates,
    private readonly protocols: SignInProtocols,
    private readonly saml: SamlClient,
    private readonly accounts: ProviderAccounts,
    private readonly tests: ProviderTests,
    private readonly own: ProviderSessions,
    private readonly opening: SessionOpening,
    private readonly entries: ProviderLog,
    private readonly limits: Limits,
    private readonly queue: NetworkQueue,
    private readonly audit: AuditTrail,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async start({ id, returnTo, origin }: ParsedInputOf<typeof startProviderSignIn>) {
    const network = networkOf(origin.address);
    await this.queue.run(network, () => this.limits.take(perNetwork, network));
    const provider = await this.providers.find(id);
    if (!provider?.enabled) throw new AppError('not_found', 'not_found', signInProblems.provider_off);
    return this.begin(provider, returnTo, null).catch(async (error: unknown) => {
      if (!(error instanceof SignInRefusal)) throw error;
      await this.record(provider, error);
      throw new AppError('unavailable', 'unavailable', error.message, { retryAfter: 10 });
    });
  }

  /** Reads the provider's description anew. The report already has its answer if that fails. */
  async startTest(id: number, actor: Actor) {
    const provider = await this.providers.get(id);
    await this.tests.begin(provider, actor);
    return this.begin(provider, '/', actor.id).catch(async (error: unknown) => {
      if (!(error instanceof SignInRefusal)) throw error;
      await this.tests.fail(provider, actor.id, error);
      throw new AppError('bad_gateway', 'unavailable', error.details || error.message);
    });
  }

  /** Checks the response that the provider's page posts. The callback finishes the sign-in, in the browser that began it. */
  async receive({ id, SAMLResponse, RelayState, origin }: Received): Promise<OutputOf<typeof receiveSamlResponse>> {
    const network = networkOf(origin.address);
    const provider = await this.providers.find(id);
    let testedBy: number | null = null;
    try {
      if (provider?.settings.kind !== 'saml') throw new SignInRefusal('provider_off');
      if (this.saml.isUnrequested(SAMLResponse))
        throw new SignInRefusal('not_started', 'The response answers no request');
      const waiting = await this.queue.run(network, () => this.states.waiting(RelayState, provider));
      testedBy = waiting.testedBy;
      if (!provider.enabled && testedBy === null) throw new SignInRefusal('provider_off');
      const claims = await this.queue.run(network, () => this.saml.read(provider, SAMLResponse, waiting.nonce), true);
      await this.states.answer(RelayState, claims);
      return { outcome: 'received', state: RelayState };
    } catch (error) {
      await this.states.drop(RelayState);
      return this.refuse(error, provider, testedBy, network);
    }
  }

  async finish({ id, query, browserToken, origin }: Finish): Promise<Finished> {
    const network = networkOf(origin.address);
    const provider = await this.providers.find(id);
    const stateText = new URLSearchParams(query).get('state') ?? '';
    let state: SignInState | undefined;
    try {
      if (!provider) throw new SignInRefusal('provider_off');
      state = await this.queue.run(network, () => this.states.take(stateText, browserToken, provider));
      if (!provider.enabled && state.testedBy === null) throw new SignInRefusal('provider_off');
      const { nonce, codeVerifier, answer } = state;
      const exchange = { query, state: stateText, nonce, codeVerifier, answer };
      const exchanged = await this.protocols.of(provider.settings).claims(provider, exchange);
      if (state.testedBy === null) return await this.open(provider, exchanged, state, origin);
      await this.tests.finish(provider, state.testedBy, exchanged.claims);
      return { outcome: 'tested', providerId: id };
    } catch (error) {
      return this.refuse(error, provider, state?.testedBy ?? null, network);
    }
  }

  /** The user reads the sentence; a test has its report. */
  private async refuse(
    error: unknown,
    provider: StoredProvider | null,
    testedBy: number | null,
    network: string,
  ): Promise<Ended> {
    const refusal = this.refusal(error, provider);
    if (provider && testedBy !== null) {
      await this.tests.fail(provider, testedBy, refusal);
      return { outcome: 'tested', providerId: provider.id };
    }
    if (provider) await this.queue.run(network, () => this.record(provider, refusal), true);
    return { outcome: 'refused', problem: refusal.problem };
  }

  private async begin(provider: StoredProvider, returnTo: string, testedBy: number | null) {
    const { browserToken, ...checks } = await this.states.begin(provider, returnTo, testedBy);
    const protocol = this.protocols.of(provider.settings);
    return { address: await protocol.authorizationAddress(provider, checks, testedBy !== null), browserToken };
  }

  private open(provider: StoredProvider, exchanged: Exchanged, { returnTo }: SignInState, origin: Finish['origin']) {
    const work = async (): Promise<Finished> => {
      const { user, changes } = await this.accounts.admit(provider, exchanged.claims);
      const { name } = provider.settings;
      const details = { provider: name, ...(changes.length > 0 && { changes }) };
      const ofProvider = await this.own.of(provider.id, exchanged);
      const session = await this.opening.open(user, { origin, deviceId: null }, details, ofProvider);
      await this.entries.add({
        provider: name,
        userId: user.id,
        username: user.username,
        outcome: 'done',
        problem: null,
        details: changes.join('; '),
      });
      return { outcome: 'signed in', ...session, returnTo };
    };
    return this.queue.run(networkOf(origin.address), () => this.database.transaction(work), true);
  }

  private refusal(error: unknown, provider: StoredProvider | null): SignInRefusal {
    if (error instanceof SignInRefusal) return error;
    if (!(error instanceof AppError) || error.kind === 'unavailable' || error.kind === 'limited') throw error;
    const problem = error.code === 'email_taken' ? 'email_taken' : 'provider_error';
    return new SignInRefusal(problem, error.message, provider ? claimWord(provider.settings) : 'claim');
  }

  private async record(provider: StoredProvider, { problem, details, user }: SignInRefusal): Promise<void> {
    const { name } = provider.settings;
    this.log.info({ provider: provider.id, problem }, 'Sign-in by an identity provider refused');
    await this.database.transaction(async () => {
      await this.entries.add({
        provider: name,
        userId: user?.id ?? null,
        username: user?.username ?? '',
        outcome: 'refused',
        problem,
        details,
      });
      await this.audit.add({
        action: 'sign_in_failed',
        actor: null,
        subject: user?.username ?? 'unknown account',
        outcome: 'refused',
        details: { provider: name, problem },
      });
    });
  }
}
