import { AppError, argon2id, unavailable } from '@lead-finder/platform';
import { hash, verify } from '@node-rs/argon2';
import { Injectable } from '@nestjs/common';
import { guessable, isGuessable, type PasswordOwner } from './password-strength.rules.js';

const maxAtOnce = 2;

/** For whom a password is hashed: each key has one hash in work at a time. */
export interface Place {
  keys: readonly string[];
  /** Hashes that may wait for one of the keys. */
  maxWaiting?: number;
  /** A signed-in user or a known browser: goes before strangers, whose number has no bound. */
  isKnown?: boolean;
}

/** An administrator who creates a hundred accounts at once waits for his own hashes only. */
export const placeOf = (userId: number): Place => ({ keys: [`account ${userId}`], maxWaiting: 500, isKnown: true });

interface Waiting extends Place {
  go: () => void;
}

/**
 * Hashes and checks passwords, two at a time, so that a flood of sign-ins takes neither all memory nor every core; and
 * one at a time of each account and network, so that nobody's flood holds up the others.
 */
@Injectable()
export class Passwords {
  private readonly busy = new Set<string>();
  private readonly waiting: Waiting[] = [];
  private running = 0;
  private readonly nobodysHash = hash('nobody has this password', argon2id);
  /** Strangers beyond these would have given up before their turn. */
  protected readonly maxStrangersWaiting: number = 120;

  /** Rejects with 400 if the password is easy to guess. */
  async hashNew(password: string, owner: PasswordOwner, place: Place, field = 'password'): Promise<string> {
    if (await isGuessable(password, owner)) {
      throw new AppError('invalid', 'validation_failed', guessable, { issues: [{ path: field, message: guessable }] });
    }
    return this.inTurn(place, () => hash(password, argon2id));
  }

  /** Does the same work where there is no account. */
  matches(password: string, passwordHash: string | undefined, place: Place): Promise<boolean> {
    return this.inTurn(
      place,
      async () => (await verify(passwordHash ?? (await this.nobodysHash), password)) && passwordHash !== undefined,
    );
  }

  /** 429 where as many wait for one of the keys as may; 503 where too many strangers wait. */
  private async inTurn<T>(place: Place, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((go) => this.enter({ ...place, go }));
    try {
      return await work();
    } finally {
      this.running -= 1;
      for (const key of place.keys) this.busy.delete(key);
      this.startNext();
    }
  }

  private enter(arrival: Waiting): void {
    const { keys, maxWaiting = 5, isKnown = false } = arrival;
    if (!this.isFree(arrival)) {
      if (keys.some((key) => this.waiting.filter((each) => each.keys.includes(key)).length >= maxWaiting))
        throw tooMany();
      if (!isKnown && this.waiting.filter((each) => !each.isKnown).length >= this.maxStrangersWaiting)
        throw unavailable('The users service');
    }
    this.waiting.push(arrival);
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

  private isFree({ keys }: Place): boolean {
    return this.running < maxAtOnce && !keys.some((key) => this.busy.has(key));
  }
}

const tooMany = () =>
  new AppError('limited', 'rate_limited', 'Too many sign-ins from here at the same moment. Please try again.', {
    retryAfter: 1,
  });
