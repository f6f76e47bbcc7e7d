export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same id means the same mail. It becomes the Message-ID, which identifies a repeat. */
  id: string;
}

/** Sends a mail now, by SMTP or into a file; throws to be retried. The caller has the queue. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
  forget(before: Date): Promise<void>;
  close(): void;
}
