import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { createSecureContext, createServer as createTlsServer, TLSSocket } from 'node:tls';
import type { Certificate } from './certificates.js';
import { freePort } from './free-port.js';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** The message with `\r\n` line ends. */
  raw: string;
}

export interface MailServer {
  url: string;
  received: ReceivedMail[];
  /** The response to the next recipients instead of accepting them, such as `450 Busy`. */
  refuseWith(answer: string | undefined): void;
  stop(): Promise<void>;
}

export interface MailServerOptions {
  /** With it the server uses TLS from the start, or after STARTTLS if `startTls` is set. */
  certificate?: Certificate;
  startTls?: boolean;
}

const addressIn = (line: string) => /<([^>]*)>/.exec(line)?.[1] ?? '';

/** Starts a mail server on loopback: the part of SMTP that a sender uses, and STARTTLS. */
export async function startMailServer({ certificate, startTls = false }: MailServerOptions = {}): Promise<MailServer> {
  const tls = certificate && { cert: certificate.certificate, key: certificate.key };
  const received: ReceivedMail[] = [];
  const sockets = new Set<Socket>();
  let refusal: string | undefined;

  const greet = (socket: Socket) => {
    socket.write('220 mail server of the tests\r\n');
    return converse(socket);
  };
  const converse = async (socket: Socket): Promise<void> => {
    const say = (line: string) => socket.write(`${line}\r\n`);
    const offersTls = tls && startTls && !(socket instanceof TLSSocket);
    let mail: ReceivedMail = { from: '', to: [], raw: '' };
    let inData = false;
    let startsTls = false;
    for await (const line of createInterface({ input: socket, crlfDelay: Infinity })) {
      if (inData && line === '.') {
        inData = false;
        received.push(mail);
        say('250 Stored');
      } else if (inData) {
        mail.raw += `${line.replace(/^\./, '')}\r\n`;
      } else if (/^MAIL FROM:/i.test(line)) {
        mail = { from: addressIn(line), to: [], raw: '' };
        say('250 OK');
      } else if (/^RCPT TO:/i.test(line)) {
        if (!refusal) mail.to.push(addressIn(line));
        say(refusal ?? '250 OK');
      } else if (/^DATA$/i.test(line)) {
        inData = true;
        say('354 Go on');
      } else if (/^QUIT$/i.test(line)) {
        say('221 Bye');
        socket.end();
      } else if (offersTls && /^EHLO\b/i.test(line)) {
        say('250-mail server of the tests');
        say('250 STARTTLS');
      } else if (offersTls && /^STARTTLS$/i.test(line)) {
        say('220 Go on');
        startsTls = true;
        break;
      } else if (/^(EHLO|HELO|RSET|NOOP)\b/i.test(line)) say('250 OK');
      else say('502 Not known here');
    }
    if (!startsTls) return;
    const secured = new TLSSocket(socket, { isServer: true, secureContext: createSecureContext(tls) });
    secured.on('error', () => undefined);
    return converse(secured);
  };

  const take = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    greet(socket).catch(() => undefined);
  };
  const server = tls && !startTls ? createTlsServer(tls, take) : createServer(take);
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `${tls && !startTls ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    received,
    refuseWith: (answer) => (refusal = answer),
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
