import { AppError, argon2id, invalidField, unavailable } from '@lead-finder/platform';
import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { guessable, isGuessable, type PasswordOwner } from './password-strength.rules.js';

const maxAtOnce = 2;

/** Each key, such as an account or a network, has one hash in work at a time. */
export interface HashSlot {
  keys: readonly string[];
  /** The maximum number of waiting hashes per key. */
  maxWaiting?: number;
  /** A signed-in user or a known browser: runs before unknown clients, whose number has no bound. */
  isKnown?: boolean;
}

/** The slot of a signed-in user. An administrator who creates a hundred accounts waits only for his own hashes. */
export const slotOf = (userId: number): HashSlot => ({ keys: [`account ${userId}`], maxWaiting: 500, isKnown: true });

interface WaitingHash extends HashSlot {
  go: () => void;
}

/**
 * Hashes and checks passwords, two at a time, so a flood of sign-ins takes neither all memory nor all cores. Each
 * account and network has one at a time, so a flood of one does not delay the others.
 */
@Injectable()
export class Passwords {
  private readonly busy = new Set<string>();
  private readonly waiting: WaitingHash[] = [];
  private running = 0;
  private readonly dummyHash = hash('no account has this password', argon2id);
  /** More unknown clients would time out before their hash starts. */
  protected readonly maxUnknownWaiting: number = 120;

  /** Hashes a new password. Rejects with 400 if it is easy to guess. */
  async hashNew(password: string, owner: PasswordOwner, slot: HashSlot, field = 'password'): Promise<string> {
    if (await isGuessable(password, owner)) {
      throw invalidField(field, guessable);
    }
    return this.withSlot(slot, () => hash(password, argon2id));
  }

  /** Returns whether the password is right. Does the same work if there is no account. */
  matches(password: string, passwordHash: string | undefined, slot: HashSlot): Promise<boolean> {
    return this.withSlot(
      slot,
      async () => (await verify(passwordHash ?? (await this.dummyHash), password)) && passwordHash !== undefined,
    );
  }

  /** Rejects with 429 if too many hashes wait for one of the keys, with 503 if too many unknown clients wait. */
  private async withSlot<T>(slot: HashSlot, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((go) => this.enter({ ...slot, go }));
    try {
      return await work();
    } finally {
      this.running -= 1;
      for (const key of slot.keys) this.busy.delete(key);
      this.startNext();
    }
  }

  private enter(request: WaitingHash): void {
    const { keys, maxWaiting = 5, isKnown = false } = request;
    if (!this.isFree(request)) {
      if (keys.some((key) => this.waiting.filter((each) => each.keys.includes(key)).length >= maxWaiting))
        throw tooMany();
      if (!isKnown && this.waiting.filter((each) => !each.isKnown).length >= this.maxUnknownWaiting)
        throw unavailable('The users service');
    }
    this.waiting.push(request);
    this.startNext();
  }

  private startNext(): void {
    while (this.running < maxAtOnce) {
      const next =
        this.waiting.find((each) => each.isKnown && this.isFree(each)) ??
        this.waiting.find((each) => this.isFree(each));
      if (!next) return;
      this.waiting.splice(this.waiting.indexOf(next), 1);
      this.running += 1;
      for (const key of next.keys) this.busy.add(key);
      next.go();
    }
  }

  private isFree({ keys }: HashSlot): boolean {
    return this.running < maxAtOnce && !keys.some((key) => this.busy.has(key));
  }
}

const tooMany = () =>
  new AppError('limited', 'rate_limited', 'Too many sign-ins from here at the same moment. Please try again.', {
    retryAfter: 1,
  });
