import { jobMailsComposed, mailsComposed, type PayloadOf } from '@lead-finder/contracts';
import { OnEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { MailQueue } from './mail-queue.js';

/** Queues mails of other services, once each, for the users who are still active. */
@Injectable()
export class MailConsumer {
  constructor(private readonly mails: MailQueue) {}

  @OnEvent(mailsComposed)
  async composed({ mails }: PayloadOf<typeof mailsComposed>): Promise<void> {
    for (const { userIds, ...mail } of mails) await this.mails.addFor(userIds, mail);
  }

  @OnEvent(jobMailsComposed)
  ofJobs(payload: PayloadOf<typeof jobMailsComposed>): Promise<void> {
    return this.composed(payload);
  }
}
