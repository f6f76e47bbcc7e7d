import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Logger } from '../logging/logger.js';
import { composeMail, mailName } from './compose-mail.js';
import type { Mail, MailTransport } from './mail-transport.js';

/** Writes mails into a folder if there is no mail server: `<moment>-<id>.eml`, oldest first by name. */
export class MailFiles implements MailTransport {
  private readonly composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  private hasLogged = false;

  constructor(
    private readonly folder: string,
    private readonly from: string,
    private readonly log: Logger,
  ) {}

  async send(mail: Mail): Promise<void> {
    const { message } = await this.composer.sendMail(composeMail(mail, this.from));
    const ending = `-${mailName(mail.id)}.eml`;
    await mkdir(this.folder, { recursive: true });
    const written = await readdir(this.folder);
    if (written.some((name) => name.slice(momentLength) === ending)) return;
    const file = path.join(this.folder, moment() + ending);
    await writeFile(`${file}.part`, message as Buffer);
    await rename(`${file}.part`, file);
    if (this.hasLogged) return;
    this.hasLogged = true;
    this.log.info({ folder: path.resolve(this.folder) }, 'No mail server is set: mails are written as files');
  }

  async forget(before: Date): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    for (const name of await readdir(this.folder)) {
      const isMail = /\.eml(\.part)?$/.test(name) && name.length > momentLength;
      if (isMail && name.slice(0, momentLength) < moment(before))
        await rm(path.join(this.folder, name), { force: true });
    }
  }

  close(): void {}
}

const moment = (at = new Date()) => at.toISOString().replace(/[:.]/g, '-');
const momentLength = moment().length;
