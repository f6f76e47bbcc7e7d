import { createTransport, type Transporter } from 'nodemailer';
import { composeMail } from './compose-mail.js';
import type { Mail, MailTransport } from './mail-transport.js';

/** Sends a password only over TLS, unless the address has `?requireTLS=false`. */
export class SmtpMail implements MailTransport {
  private readonly transport: Transporter;

  constructor(
    url: string,
    private readonly from: string,
  ) {
    const { protocol, username } = new URL(url);
    const settings = {
      url,
      pool: true as const,
      maxConnections: 2,
      requireTLS: protocol === 'smtp:' && username !== '',
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout: 15_000,
    };
    this.transport = createTransport(settings);
  }

  async send(mail: Mail): Promise<void> {
    await this.transport.sendMail(composeMail(mail, this.from));
  }

  async forget(): Promise<void> {}

  close(): void {
    this.transport.close();
  }
}
