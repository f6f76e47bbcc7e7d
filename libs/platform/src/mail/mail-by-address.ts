import type { Logger } from '../logging/logger.js';
import type { Mail, MailTransport } from './mail-transport.js';

/** Sends by the mail server of the address, or into the folder. A changed address takes effect with the next mail. */
export class MailByAddress implements MailTransport {
  private opened: { url: string | undefined; transport: Promise<MailTransport> } | null = null;

  constructor(
    private readonly url: () => string | undefined,
    private readonly from: string,
    private readonly folder: string,
    private readonly log: Logger,
  ) {}

  async send(mail: Mail): Promise<void> {
    await (await this.current()).send(mail);
  }

  async forget(before: Date): Promise<void> {
    await (await this.current()).forget(before);
  }

  close(): void {
    void this.opened?.transport.then(
      (transport) => transport.close(),
      () => undefined,
    );
    this.opened = null;
  }

  private current(): Promise<MailTransport> {
    const url = this.url();
    if (this.opened && this.opened.url === url) return this.opened.transport;
    this.close();
    const transport = this.open(url);
    this.opened = { url, transport };
    return transport;
  }

  /** Loads what composes and sends mails with the first one, because most processes send none. */
  private async open(url: string | undefined): Promise<MailTransport> {
    if (url !== undefined && url !== 'file:') return new (await import('./smtp-mail.js')).SmtpMail(url, this.from);
    return new (await import('./mail-files.js')).MailFiles(this.folder, this.from, this.log);
  }
}
