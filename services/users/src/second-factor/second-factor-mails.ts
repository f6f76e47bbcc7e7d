import { originOf, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { MailQueue } from '../mail/mail-queue.js';
import { linkMail } from '../password/reset-mail.js';
import type { User } from '../user/user.entity.js';
import type { UsersSettings } from '../users.config.js';

/** Mails that report a change of the second factor. They join the transaction of the change. */
@Injectable()
export class SecondFactorMails {
  constructor(
    private readonly mails: MailQueue,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  add({ email, fullName }: User, what: string): Promise<void> {
    const mail = linkMail({
      subject: 'The sign-in of your Lead Finder account',
      greeting: `Hello ${fullName},`,
      reason: what,
      link: originOf(this.settings),
      button: 'Open Lead Finder',
      otherwise: 'If it was not you, change your password and write to your administrator at once.',
    });
    return this.mails.add({ to: email, ...mail });
  }
}
