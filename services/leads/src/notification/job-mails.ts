import { jobMailsComposed } from '@lead-finder/contracts';
import { Database, mailOf, originOf, Outbox, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { LeadsSettings } from '../leads.config.js';
import { notificationPages } from './notification-pages.js';
import { wants } from './notification-settings.js';

const names = { import: 'Imports', job: 'Leads', search: 'Search' };

/** Composes the mail about the end of work in the background (docs/product/notifications.md#mails). */
@Injectable()
export class JobMails {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    @Inject(SERVICE_SETTINGS) private readonly settings: LeadsSettings,
  ) {}

  /** Belongs to the transaction that ends the work. */
  async compose(userId: number, kind: keyof typeof names, title: string, message: string): Promise<void> {
    const [user] = await this.database.query<{ name: string }>(
      `select full_name as name from assignees where id = $1 and ${wants('$1', 'job_mail')}`,
      [userId],
    );
    if (!user) return;
    const link = { text: names[kind], href: new URL(notificationPages[kind], originOf(this.settings)).href };
    const closing = 'You can switch this mail off in Lead Finder, in the settings of your notifications.';
    const mail = mailOf(title, `Hello ${user.name},`, [{ words: message, link }], closing);
    await this.outbox.append(jobMailsComposed, { mails: [{ userIds: [userId], ...mail }] });
  }
}
