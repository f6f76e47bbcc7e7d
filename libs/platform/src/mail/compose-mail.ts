import type { SendMailOptions } from 'nodemailer';
import type { Mail } from './mail-transport.js';

/** Composes a plain and an HTML part. Throws if the recipient is not exactly one address. */
export function composeMail(mail: Mail, from: string): SendMailOptions {
  // oxlint-disable-next-line no-control-regex -- they are what must not get in
  if (!/^[^\s\x00-\x1f\x7f,;:<>()[\]"\\@]+@[^\s\x00-\x1f\x7f,;:<>()[\]"\\@]+$/.test(mail.to)) {
    throw new Error('The recipient of a mail is not one address');
  }
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: messageId(mail.id, from),
    // Automatic responders ignore such mails (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

export const mailName = (id: string) =>
  encodeURIComponent(id)
    .replace(/[^\w.%-]/g, '_')
    .replace(/^\.+/, '');

function messageId(id: string, from: string): string {
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  return `<${mailName(id)}@${domain}>`;
}
