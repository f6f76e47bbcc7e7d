export interface LockRules {
  failures: number;
  minutes: number;
}

/** What failed sign-ins are counted against: an account, or an identifier that names none. */
export abstract class Lockable {
  abstract failedLoginAttempts: number;
  abstract firstFailureAt: Date | null;
  abstract lockedUntil: Date | null;

  isLocked(now: Date): boolean {
    return this.lockedUntil !== null && this.lockedUntil > now;
  }

  /** The fifth failure in a row within 15 minutes locks; the numbers are settings (decisions, section 3). */
  failSignIn(now: Date, rules: LockRules): void {
    const windowMs = rules.minutes * 60_000;
    const isInRow = this.firstFailureAt !== null && now.getTime() - this.firstFailureAt.getTime() < windowMs;
    this.failedLoginAttempts = isInRow ? this.failedLoginAttempts + 1 : 1;
    this.firstFailureAt = isInRow ? this.firstFailureAt : now;
    if (this.failedLoginAttempts >= rules.failures) this.lockedUntil = new Date(now.getTime() + windowMs);
  }

  /** As a row has them. */
  get failureColumns(): [failures: number, firstFailureAt: Date | null, lockedUntil: Date | null] {
    return [this.failedLoginAttempts, this.firstFailureAt, this.lockedUntil];
  }

  /** After a success, an unlock or a new password nothing is counted against the account. */
  forgetFailures(): void {
    this.failedLoginAttempts = 0;
    this.firstFailureAt = null;
    this.lockedUntil = null;
  }
}
