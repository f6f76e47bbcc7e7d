import { mailsComposed, type PayloadOf } from '@lead-finder/contracts';
import { OnEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { MailQueue } from './mail-queue.js';

/** Mails that another service wrote, queued once each for whoever of these people is still there. */
@Injectable()
export class MailConsumer {
  constructor(private readonly mails: MailQueue) {}

  @OnEvent(mailsComposed)
  async composed({ mails }: PayloadOf<typeof mailsComposed>): Promise<void> {
    for (const { userIds, ...mail } of mails) await this.mails.addFor(userIds, mail);
  }
}
