import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { SignInKey } from '../session/sign-in-key.js';

const shape = /^(lf_(?:pat|svc)_[\w-]{43})([\w-]{11})$/;
const signatureLength = 11;
const shownLength = 'lf_pat_'.length + 4;

/**
 * Tokens begin with `lf_pat_` (of a user) or `lf_svc_` (of a service), so that scanners for secrets find them. 256 random
 * bits follow, and a signature, by which made-up tokens and those of other deployments are refused without a query.
 */
@Injectable()
export class TokenFormat {
  constructor(private readonly key: SignInKey) {}

  async create(isService: boolean): Promise<{ token: string; beginsWith: string }> {
    const secret = `${isService ? 'lf_svc_' : 'lf_pat_'}${randomBytes(32).toString('base64url')}`;
    return { token: secret + (await this.signature(secret)), beginsWith: secret.slice(0, shownLength) };
  }

  async isOurs(token: string): Promise<boolean> {
    const [, secret, given] = shape.exec(token) ?? [];
    return secret !== undefined && this.key.isEqual(given!, await this.signature(secret));
  }

  private async signature(secret: string): Promise<string> {
    return (await this.key.sign('api-token', secret)).slice(0, signatureLength);
  }
}
