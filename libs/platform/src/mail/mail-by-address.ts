import type { Logger } from '../logging/logger.js';
import { MailFiles } from './mail-files.js';
import type { Mail, MailTransport } from './mail-transport.js';
import { SmtpMail } from './smtp-mail.js';

/** Sends by the mail server of the address, or into the folder. A changed address takes effect with the next mail. */
export class MailByAddress implements MailTransport {
  private opened: { url: string | undefined; transport: MailTransport } | null = null;

  constructor(
    private readonly url: () => string | undefined,
    private readonly from: string,
    private readonly folder: string,
    private readonly log: Logger,
  ) {}

  async send(mail: Mail): Promise<void> {
    await this.current().send(mail);
  }

  async forget(before: Date): Promise<void> {
    await this.current().forget(before);
  }

  close(): void {
    this.opened?.transport.close();
    this.opened = null;
  }

  private current(): MailTransport {
    const url = this.url();
    if (this.opened && this.opened.url === url) return this.opened.transport;
    this.close();
    const isServer = url !== undefined && url !== 'file:';
    const transport = isServer ? new SmtpMail(url, this.from) : new MailFiles(this.folder, this.from, this.log);
    this.opened = { url, transport };
    return transport;
  }
}
