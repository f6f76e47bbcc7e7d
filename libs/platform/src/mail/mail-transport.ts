export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The same id is the same mail: kept as Message-ID, so that a repeat can be told. */
  id: string;
}

/** Sends a mail now, by SMTP or into a file; throws to be tried again. The queue in front of it is the sender's. */
export interface MailTransport {
  send(mail: Mail): Promise<void>;
  /** Removes what it has written itself before this moment. */
  forget(before: Date): Promise<void>;
}
