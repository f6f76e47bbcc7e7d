import { AppError, unavailable } from '@lead-finder/platform';
import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { isCommonPassword } from './common-passwords.rules.js';

/** OWASP's minimum for argon2id, the library's own algorithm (decisions, section 3); about 26 ms and 19 MiB each. */
const argon2id = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 2;

/** Hashes and checks passwords, a few at a time, so that a flood of sign-ins takes neither all memory nor every core. */
@Injectable()
export class Passwords {
  /** Whoever came later would have given up before his turn. */
  protected readonly mostWaiting: number = 500;
  private running = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly nobodysHash = hash('nobody has this password', argon2id);

  /** 400 for one of the 3,000 commonest. */
  hashNew(password: string, field = 'password'): Promise<string> {
    if (isCommonPassword(password)) {
      const message = 'This password is too common. Please choose another one.';
      throw new AppError('invalid', 'validation_failed', message, { issues: [{ path: field, message }] });
    }
    return this.inTurn(() => hash(password, argon2id));
  }

  /** The same work where there is no account. */
  matches(password: string, passwordHash: string | undefined): Promise<boolean> {
    return this.inTurn(async () => (await verify(passwordHash ?? (await this.nobodysHash), password)) && passwordHash !== undefined);
  }

  private async inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting.length >= this.mostWaiting) throw unavailable('The users service');
    if (this.running >= atOnce) await new Promise<void>((go) => this.waiting.push(go));
    else this.running += 1;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
