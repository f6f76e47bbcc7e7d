import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { SignInKey } from './sign-in-key.js';
import type { UsersSettings } from '../users.config.js';

type KeyName = 'settings' | 'database';

/**
 * Encrypts stored secrets with AES-256-GCM, by `SECRETS_KEY` or else by a key of the database. The purpose is
 * authenticated, so a value that is copied to another user's row does not open.
 */
@Injectable()
export class SecretBox {
  constructor(
    private readonly databaseKey: SignInKey,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  async seal(text: string, purpose: string): Promise<string> {
    const name: KeyName = this.settings.SECRETS_KEY ? 'settings' : 'database';
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', await this.key(name), iv).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return `${name}.${sealed.toString('base64url')}`;
  }

  /** Throws if the value was changed or its key is gone. */
  async open(sealed: string, purpose: string): Promise<string> {
    const [name, value = ''] = sealed.split('.');
    const bytes = Buffer.from(value, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', await this.key(name as KeyName), bytes.subarray(0, 12), {
      authTagLength: 16,
    });
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(-16));
    return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8');
  }

  private async key(name: KeyName): Promise<Buffer> {
    if (name === 'database') return Buffer.from(await this.databaseKey.sign('secret box'), 'base64url');
    const { SECRETS_KEY } = this.settings;
    if (!SECRETS_KEY) throw new Error('SECRETS_KEY is not set, but a stored secret needs it.');
    return Buffer.from(hkdfSync('sha256', SECRETS_KEY, '', 'lead-finder users', 32));
  }
}
