import { jobMailsComposed } from '@lead-finder/contracts';
import { Database, mailOf, originOf, Outbox, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { LeadsSettings } from '../leads.config.js';
import { wants } from './notification-settings.js';

const pages = {
  import: { text: 'Imports', path: '/import' },
  job: { text: 'Leads', path: '/crm' },
  search: { text: 'Search', path: '/search' },
};

/** Composes the mail about the end of work in the background (docs/product/notifications.md#mails). */
@Injectable()
export class JobMails {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    @Inject(SERVICE_SETTINGS) private readonly settings: LeadsSettings,
  ) {}

  /** Belongs to the transaction that ends the work. */
  async compose(userId: number, page: keyof typeof pages, title: string, message: string): Promise<void> {
    const [user] = await this.database.query<{ name: string }>(
      `select full_name as name from assignees where id = $1 and ${wants('$1', 'job_mail')}`,
      [userId],
    );
    if (!user) return;
    const { text, path } = pages[page];
    const link = { text, href: new URL(path, originOf(this.settings)).href };
    const closing = 'You can switch this mail off in Lead Finder, in the settings of your notifications.';
    const mail = mailOf(title, `Hello ${user.name},`, [{ words: message, link }], closing);
    await this.outbox.append(jobMailsComposed, { mails: [{ userIds: [userId], ...mail }] });
  }
}
