import { randomBytes } from 'node:crypto';
import type { deviceCookie } from '@lead-finder/contracts';
import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { User } from '../user/user.entity.js';
import { SignInKey } from './sign-in-key.js';

type DeviceCookie = z.output<typeof deviceCookie>;

/**
 * A browser that signed in to an account carries a signed cookie for it, so that others who lock the account do not
 * lock out its user (OWASP, device cookies). The signature covers the password's hash, so a new password ends it.
 */
@Injectable()
export class KnownBrowsers {
  constructor(private readonly key: SignInKey) {}

  /** Returns the id of this account's known browser from the cookies of the request. */
  async find(user: User, cookies: readonly DeviceCookie[]): Promise<string | null> {
    const own = cookies.find(({ userId }) => userId === user.id);
    const [deviceId = '', signature = ''] = own?.value.split('.') ?? [];
    return own && (await this.key.isSignature(signature, ...this.signed(user, deviceId))) ? deviceId : null;
  }

  /** Returns the cookie for a browser that has signed in; a known browser preserves its id. */
  async issue(user: User, deviceId: string | null): Promise<DeviceCookie> {
    const id = deviceId ?? randomBytes(16).toString('base64url');
    return { userId: user.id, value: `${id}.${await this.key.sign(...this.signed(user, id))}` };
  }

  private signed({ id, passwordHash }: User, deviceId: string) {
    return ['device', id, deviceId, passwordHash] as const;
  }
}
