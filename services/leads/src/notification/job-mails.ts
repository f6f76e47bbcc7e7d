import { jobMailsComposed } from '@lead-finder/contracts';
import { Database, mailOf, originOf, Outbox, SERVICE_SETTINGS } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { LeadsSettings } from '../leads.config.js';
import { notificationPages } from './notification-pages.js';
import { wants } from './notification-settings.js';

const names = { import: 'Imports', job: 'Leads', search: 'Search', export: 'Exports' };
export type MailedKind = keyof typeof names;

/** Composes the mails about work in the background and exports that wait (docs/product/notifications.md#mails). */
@Injectable()
export class JobMails {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
    @Inject(SERVICE_SETTINGS) private readonly settings: LeadsSettings,
  ) {}

  /** Belongs to the transaction that ends the work. */
  async compose(userIds: readonly number[], kind: MailedKind, title: string, message: string): Promise<void> {
    const users = await this.database.query<{ id: number; name: string }>(
      `select id, full_name as name from assignees where id = any ($1) and ${wants('assignees.id', 'job_mail')} order by id`,
      [userIds],
    );
    if (users.length === 0) return;
    const link = { text: names[kind], href: new URL(notificationPages[kind], originOf(this.settings)).href };
    const closing = 'You can switch this mail off in Lead Finder, in the settings of your notifications.';
    const mails = users.map(({ id, name }) => ({
      userIds: [id],
      ...mailOf(title, `Hello ${name},`, [{ words: message, link }], closing),
    }));
    await this.outbox.append(jobMailsComposed, { mails });
  }
}
