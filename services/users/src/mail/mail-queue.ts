import { Database, JOBS, LOGGER, MAIL, type JobQueues, type Logger, type MailTransport } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';

interface MailRow {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
}

const maxRetrySeconds = 900;

/**
 * Mails are rows, written in the transaction of their cause; the job queue only wakes the worker and retries. After a
 * crash between sending and marking, a mail goes out twice with the same Message-ID, but no mail is lost.
 */
@Injectable()
export class MailQueue {
  private isWaking = false;

  constructor(
    private readonly database: Database,
    @Inject(JOBS) private readonly jobs: JobQueues,
    @Inject(MAIL) private readonly transport: MailTransport,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  async add(mail: { to: string; subject: string; text: string; html: string }): Promise<void> {
    await this.database.query('insert into mails (recipient, subject, text, html) values ($1, $2, $3, $4)', [
      mail.to,
      mail.subject,
      mail.text,
      mail.html,
    ]);
    this.database.afterCommit(() => this.wakeWorker());
  }

  /** Adds one mail for each of these users who is active. */
  async addFor(userIds: readonly number[], mail: { subject: string; text: string; html: string }): Promise<void> {
    await this.database.query(
      `insert into mails (recipient, subject, text, html)
       select email, $2, $3, $4 from users where id = any ($1) and active order by id`,
      [userIds, mail.subject, mail.text, mail.html],
    );
    this.database.afterCommit(() => this.wakeWorker());
  }

  /** Wakes the worker, once for all mails of a transaction. The sweep repeats a wake-up that fails. */
  wakeWorker(): void {
    if (this.isWaking) return;
    this.isWaking = true;
    setImmediate(() => this.enqueue());
  }

  private enqueue(): void {
    this.isWaking = false;
    this.jobs
      .enqueue('mail', 'work-off', {}, { attempts: 8, backoffMs: 2_000 })
      .catch((error: unknown) =>
        this.log.warn({ err: error }, 'Mail not announced to the worker. The next sweep does it within 30 seconds.'),
      );
  }

  async hasWaiting(): Promise<boolean> {
    const [row] = await this.database.query(
      `select 1 from mails where sent_at is null and try_at <= now() union all select 1 from password_reset_requests
       union all select 1 from reset_request_counts limit 1`,
    );
    return row !== undefined;
  }

  /** Throws if the mail server rejects a mail, whose next attempts then come later each time. */
  async sendWaiting(): Promise<void> {
    while (await this.sendOne());
  }

  /** Returns whether a mail was sent. */
  private async sendOne(): Promise<boolean> {
    const outcome = await this.database.transaction(async () => {
      const [mail] = await this.database.query<MailRow>(
        `select id, recipient, subject, text, html from mails where sent_at is null and try_at <= now()
         order by attempts, try_at limit 1 for update skip locked`,
      );
      if (!mail) return { sent: false };
      try {
        await this.transport.send({
          to: mail.recipient,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          id: mail.id,
        });
        await this.database.query('update mails set sent_at = now() where id = $1', [mail.id]);
        return { sent: true };
      } catch (error) {
        await this.database.query(
          `update mails set attempts = attempts + 1,
             try_at = clock_timestamp() + least(2 ^ least(attempts, 12), ${maxRetrySeconds}) * interval '1 second' where id = $1`,
          [mail.id],
        );
        return { sent: false, refusal: error };
      }
    });
    if ('refusal' in outcome) throw outcome.refusal;
    return outcome.sent;
  }
}
