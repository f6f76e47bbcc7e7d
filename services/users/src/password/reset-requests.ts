import { Clock, Database, networkOf, originOf, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.js';
import { Limits, type Limit } from '../limit/limits.js';
import { NetworkQueue } from '../limit/network-queue.js';
import { MailQueue } from '../mail/mail-queue.js';
import { SignInPolicy } from '../session/sign-in-policy.js';
import { AccountAccess } from '../user/account-access.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import type { UsersSettings } from '../users.config.js';
import { Organisation } from '../organisation/organisation.js';
import { Invitations } from './invitations.js';
import { Passwords } from './passwords.js';
import { ResetLinks } from './reset-links.js';
import { resetMail } from './reset-mail.js';

const message = 'Too many password resets were requested. Please try again in a few minutes.';
const perNetwork: Limit = { kind: 'forgot-password', max: 100, seconds: 900, message };
const perDeployment: Limit = { kind: 'forgot-password of all', max: 3_000, seconds: 900, message };
const maxAuditedAtOnce = 500;

/**
 * Forgotten passwords (docs/product/accounts.md#forgotten-password). A request is only stored and answered; its mail is
 * composed afterwards, so neither the response nor its time reveals whether an account exists.
 */
@Injectable()
export class ResetRequests {
  constructor(
    private readonly database: Database,
    private readonly users: UserRepository,
    private readonly access: AccountAccess,
    private readonly passwords: Passwords,
    private readonly links: ResetLinks,
    private readonly invitations: Invitations,
    private readonly organisation: Organisation,
    private readonly limits: Limits,
    private readonly queue: NetworkQueue,
    private readonly mails: MailQueue,
    private readonly policy: SignInPolicy,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  /** Rejects with 429 after 100 requests of a network or 3,000 of all in a quarter of an hour. */
  async take(email: string, address: string): Promise<void> {
    const network = networkOf(address);
    const now = this.clock.now();
    const count = async () => {
      await this.limits.take(perNetwork, network);
      await this.limits.take(perDeployment, '');
      await this.database.query(
        `insert into reset_request_counts as c (minute, network, count) values (date_trunc('minute', $1::timestamptz), $2, 1)
         on conflict (minute, network) do update set count = c.count + 1`,
        [now, network],
      );
      await this.database.query(
        `insert into password_reset_requests (email, requested_at)
         select $1, $2 where exists (select 1 from users where lower(email) = lower($1) and active)`,
        [email, now],
      );
      this.database.afterCommit(() => this.mails.wakeWorker());
    };
    await this.queue.run(network, () => this.database.transaction(count));
  }

  /** In a transaction, so a crash neither loses nor doubles a mail. Returns whether there was one. */
  processOne(): Promise<boolean> {
    return this.database.transaction(async () => {
      const [request] = await this.database.query<{ email: string }>(
        `delete from password_reset_requests where id = (
           select id from password_reset_requests order by requested_at limit 1 for update skip locked
         ) returning email`,
      );
      const found = request && (await this.users.findByIdentifier(request.email));
      // Locks the account before it reads its address and its links, so a change of either comes before or after all of
      // this.
      const user = found && (await this.users.lock(found.id));
      if (user?.active && user.email === found!.email && (await this.policy.allows(user))) await this.sendLink(user);
      return request !== undefined;
    });
  }

  /** A reset link would end an invitation, which is valid for longer. */
  private async sendLink(user: User): Promise<void> {
    if (user.invitedAt) {
      const { name } = await this.organisation.read();
      await this.invitations.sendUnlessMany(user, name);
      return;
    }
    const token = await this.links.issue(user.id, this.settings.RESET_MAILS_PER_HOUR);
    if (token) await this.mails.add({ to: user.email, ...resetMail(user.fullName, this.linkTo(token)) });
  }

  /** Moves the counts of past minutes into the audit trail: an entry for each minute and network. */
  async auditFinishedMinutes(): Promise<void> {
    await this.database.transaction(async () => {
      const finished = await this.database.query<{ minute: Date; network: string; count: number }>(
        `delete from reset_request_counts where (minute, network) in (
           select minute, network from reset_request_counts where minute < date_trunc('minute', $1::timestamptz)
           order by minute, network limit ${maxAuditedAtOnce} for update skip locked
         ) returning minute, network, count`,
        [this.clock.now()],
      );
      for (const { minute, network, count } of finished) {
        await this.audit.add({
          action: 'password_requested',
          actor: null,
          subject: '',
          address: network,
          at: minute,
          details: { network, count },
        });
      }
    });
  }

  verify(token: string): Promise<number> {
    return this.links.verify(token);
  }

  async reset(token: string, password: string, address: string): Promise<void> {
    const userId = await this.links.verify(token);
    const owner = await this.users.get(userId);
    const passwordHash = await this.passwords.hashNew(password, owner, {
      keys: [`account ${userId}`, `network ${networkOf(address)}`],
    });
    await this.database.transaction(async () => {
      await this.users.lock(userId);
      await this.links.verify(token);
      await this.access.setPassword(userId, passwordHash, { action: 'password_reset' });
    });
  }

  private linkTo(token: string): string {
    return new URL(`/reset-password?token=${token}`, originOf(this.settings)).href;
  }
}
