import {
  maxPasskeys,
  type beginPasskey,
  type newPasskeyForm,
  type OutputOf,
  type Passkey,
  type passkeySignInForm,
} from '@lead-finder/contracts';
import { AppError, Clock, Database, invalidField, notFound } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { User } from '../user/user.entity.js';
import { challengeOf } from './passkey-challenges.js';

type NewCredential = z.output<typeof newPasskeyForm>['credential'];
type Credential = z.output<typeof passkeySignInForm>['credential'];

/** The challenge that an authenticator signed, and the origin of the page that asked for it. */
export interface Ceremony {
  challenge: string;
  site: string;
}

interface PasskeyRow {
  id: number;
  userId: number;
  name: string;
  publicKey: Buffer;
  counter: number;
}

/** Loads on demand: with its readers of certificates each start would load 200 more modules. */
const webAuthn = () => import('@simplewebauthn/server');

const handleOf = (userId: number) => Buffer.from(`user ${userId}`);
const expected = ({ challenge, site }: Ceremony) => ({
  expectedChallenge: challengeOf(challenge).toString('base64url'),
  expectedOrigin: new URL(site).origin,
  expectedRPID: new URL(site).hostname,
  requireUserVerification: true,
});

/** The passkeys of users (WebAuthn). Callers that change them must lock the user. */
@Injectable()
export class Passkeys {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async list(userId: number): Promise<Passkey[]> {
    const rows = await this.database.query<{ id: number; name: string; created_at: Date; last_used_at: Date | null }>(
      'select id, name, created_at, last_used_at from passkeys where user_id = $1 order by id limit $2',
      [userId, maxPasskeys],
    );
    return rows.map(({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    }));
  }

  async newOptions(user: User, { site, challenge }: Ceremony): Promise<OutputOf<typeof beginPasskey>['options']> {
    const known = await this.database.query<{ id: string }>(
      'select credential_id as id from passkeys where user_id = $1 limit $2',
      [user.id, maxPasskeys],
    );
    if (known.length >= maxPasskeys) throw tooMany();
    const { generateRegistrationOptions } = await webAuthn();
    const options = await generateRegistrationOptions({
      rpName: 'Lead Finder',
      rpID: new URL(site).hostname,
      userID: new Uint8Array(handleOf(user.id)),
      userName: user.username,
      userDisplayName: user.fullName,
      challenge: new Uint8Array(challengeOf(challenge)),
      excludeCredentials: known,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return options as OutputOf<typeof beginPasskey>['options'];
  }

  /** Rejects with 400 if the authenticator did not verify the user, or signed another challenge, origin or site. */
  async add(user: User, name: string, credential: NewCredential, ceremony: Ceremony): Promise<void> {
    const { response } = credential;
    const { verifyRegistrationResponse } = await webAuthn();
    const verified = await verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} } as never,
      ...expected(ceremony),
    }).catch(() => null);
    if (!verified?.verified) throw refused();
    if ((await this.list(user.id)).length >= maxPasskeys) throw tooMany();
    const { id, publicKey, counter } = verified.registrationInfo.credential;
    const added = await this.database.query(
      `insert into passkeys (user_id, credential_id, public_key, counter, name, created_at) values ($1, $2, $3, $4, $5, $6)
       on conflict do nothing returning 1`,
      [user.id, id, Buffer.from(publicKey), counter, name, this.clock.now()],
    );
    if (added.length === 0) throw refused();
  }

  find({ id }: Credential): Promise<PasskeyRow | null> {
    return this.database
      .query<PasskeyRow>(
        `select id, user_id as "userId", name, public_key as "publicKey", counter from passkeys where credential_id = $1`,
        [id],
      )
      .then(([row]) => row ?? null);
  }

  /** Returns the name of the passkey, or null if the credential proves nothing. A counter that does not rise is refused. */
  async use(credential: Credential, ceremony: Ceremony): Promise<string | null> {
    const passkey = await this.find(credential);
    if (!passkey) return null;
    const { userId, name, publicKey, counter } = passkey;
    const { userHandle } = credential.response;
    if (userHandle !== undefined && userHandle !== handleOf(userId).toString('base64url')) return null;
    const { verifyAuthenticationResponse } = await webAuthn();
    const verified = await verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} } as never,
      credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter },
      ...expected(ceremony),
    }).catch(() => null);
    if (!verified?.verified) return null;
    await this.database.query('update passkeys set counter = $2, last_used_at = $3 where id = $1', [
      passkey.id,
      verified.authenticationInfo.newCounter,
      this.clock.now(),
    ]);
    return name;
  }

  /** Returns its name. Rejects with 404 if the user has no such passkey. */
  async remove(userId: number, passkeyId: number): Promise<string> {
    const [removed] = await this.database.query<{ name: string }>(
      'delete from passkeys where id = $1 and user_id = $2 returning name',
      [passkeyId, userId],
    );
    if (!removed) throw notFound('Passkey');
    return removed.name;
  }

  async removeAll(userId: number): Promise<void> {
    await this.database.query('delete from passkeys where user_id = $1', [userId]);
  }
}

const refused = () => invalidField('credential', 'The passkey could not be added. Please try again.');

const tooMany = () =>
  new AppError('invalid', 'validation_failed', `At most ${maxPasskeys} passkeys. Please remove one first.`);
