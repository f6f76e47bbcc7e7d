import { AppError, Clock, originOf, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { MailQueue } from '../mail/mail-queue.js';
import { SignInPolicy } from '../session/sign-in-policy.js';
import type { User } from '../user/user.entity.js';
import type { UsersSettings } from '../users.config.js';
import { ResetLinks } from './reset-links.js';
import { invitationMail } from './reset-mail.js';

/** Mails with a link that sets the first password, or to the sign-in while passwords are off (docs/product/accounts.md#invitations). */
@Injectable()
export class Invitations {
  constructor(
    private readonly links: ResetLinks,
    private readonly mails: MailQueue,
    private readonly policy: SignInPolicy,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  /** Joins the transaction of the caller, who has locked the user. Ends earlier links. Rejects with 429 after five an hour. */
  async send(user: User, organisation: string | null): Promise<void> {
    if (await this.sendUnlessMany(user, organisation)) return;
    const message = `${user.fullName} has got too many mails within an hour. Please try again later.`;
    throw new AppError('limited', 'rate_limited', message, { retryAfter: 3_600 });
  }

  /** Returns false and sends nothing after five an hour. */
  async sendUnlessMany(user: User, organisation: string | null): Promise<boolean> {
    const token = await this.links.issue(user.id, this.settings.RESET_MAILS_PER_HOUR, 'invitation');
    if (!token) return false;
    const isOfPassword = await this.policy.allows(user);
    const address = isOfPassword ? `/reset-password?token=${token}&invitation=1` : '/auth';
    const link = new URL(address, originOf(this.settings)).href;
    await this.mails.add({ to: user.email, ...invitationMail(user, { link, isOfPassword }, organisation) });
    user.invitedAt = this.clock.now();
    return true;
  }
}
