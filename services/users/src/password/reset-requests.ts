import { createHash, randomBytes } from 'node:crypto';
import { AppError, Clock, Database, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { MailQueue } from '../mail/mail-queue.js';
import { AccountAccess } from '../user/account-access.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import type { UsersSettings } from '../users.config.js';
import { Passwords } from './passwords.js';
import { resetMail } from './reset-mail.js';

const lifetimeMs = 60 * 60_000;
const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url');

/**
 * Forgotten passwords (decisions, section 3). A request is only written down, whoever it names, and answered; the account
 * is looked up afterwards, so that neither the answer nor its time tells whether one exists.
 */
@Injectable()
export class ResetRequests {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly access: AccountAccess,
    private readonly passwords: Passwords,
    private readonly mails: MailQueue,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  async take(email: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.database.query('insert into password_reset_requests (email, requested_at) values ($1, $2)', [email, this.clock.now()]);
      await this.audit.add({ action: 'password_requested', actor: null, subject: email });
      this.database.afterCommit(() => this.mails.ring());
    });
  }

  /** Works off what was written down, one request a transaction, so that a crash neither loses nor doubles a mail. */
  async workOff(): Promise<void> {
    for (;;) {
      const worked = await this.database.transaction(async () => {
        const [request] = await this.database.query<{ email: string }>(
          `delete from password_reset_requests where id = (
             select id from password_reset_requests order by requested_at limit 1 for update skip locked
           ) returning email`,
        );
        const user = request && (await this.users.findByIdentifier(request.email));
        if (user?.active) await this.issue(user);
        return request !== undefined;
      });
      if (!worked) return;
    }
  }

  /** 400 for a token that is unknown, used or too old. */
  async verify(token: string): Promise<number> {
    const [row] = await this.database.query<{ user_id: number }>(
      'select user_id from password_reset_tokens where token = $1 and not used and expires_at > $2',
      [hashOf(token), this.clock.now()],
    );
    if (!row) throw staleToken();
    return row.user_id;
  }

  async reset(token: string, password: string): Promise<void> {
    const userId = await this.verify(token);
    const passwordHash = await this.passwords.hashNew(password);
    await this.database.transaction(async () => {
      const [spent] = await this.database.query(
        'update password_reset_tokens set used = true where token = $1 and not used and expires_at > $2 returning id',
        [hashOf(token), this.clock.now()],
      );
      if (!spent) await this.verify(token);
      await this.access.setPassword(userId, passwordHash, { action: 'password_reset' });
    });
  }

  /** A new link voids the old ones; at most so many an hour, the answer unchanged. */
  private async issue(user: User): Promise<void> {
    const now = this.clock.now();
    const [row] = await this.database.query<{ issued: number }>(
      'select count(*)::int as issued from password_reset_tokens where user_id = $1 and created_at > $2',
      [user.id, new Date(now.getTime() - 60 * 60_000)],
    );
    if (row!.issued >= this.settings.RESET_MAILS_PER_HOUR) return;
    const token = randomBytes(32).toString('base64url');
    await this.database.query('update password_reset_tokens set used = true where user_id = $1 and not used', [user.id]);
    await this.database.query(
      'insert into password_reset_tokens (user_id, token, expires_at, created_at) values ($1, $2, $3, $4)',
      [user.id, hashOf(token), new Date(now.getTime() + lifetimeMs), now],
    );
    await this.mails.add({ to: user.email, ...resetMail(user.fullName, this.link(token)) });
  }

  private link(token: string): string {
    const { PUBLIC_URL, HOST, PORT } = this.settings;
    return new URL(`/reset-password?token=${token}`, PUBLIC_URL ?? `http://${HOST}:${PORT}`).href;
  }
}

function staleToken(): AppError {
  const message = 'Invalid or expired token. Please request a new reset link.';
  return new AppError('invalid', 'validation_failed', message, { issues: [{ path: 'token', message }] });
}
