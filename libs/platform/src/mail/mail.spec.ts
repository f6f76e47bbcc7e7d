import { runFolder, startMailServer, type MailServer } from '@lead-finder/testing';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { MailByAddress } from './mail-by-address.js';
import { MailFiles } from './mail-files.js';
import type { Mail, MailTransport } from './mail-transport.js';
import { SmtpMail } from './smtp-mail.js';

const from = 'Lead Finder <no-reply@leads.example>';
const mail: Mail = {
  id: 'reset-7',
  to: 'ada@example.com',
  subject: 'Reset your password',
  text: 'Open https://leads.example/reset-password?token=abc to go on.',
  html: '<p>Open <a href="https://leads.example/reset-password?token=abc">this page</a> to go on.</p>',
};

interface Side {
  open(): Promise<MailTransport>;
  sent(): string[];
  close(): Promise<void>;
}

function smtp(): Side {
  let server: MailServer;
  let transport: SmtpMail;
  return {
    open: async () => {
      server = await startMailServer();
      return (transport = new SmtpMail(server.url, from));
    },
    sent: () => server.received.map(({ raw }) => raw),
    close: async () => {
      transport.close();
      await server.stop();
    },
  };
}

const emlIn = (folder: string) => readdirSync(folder).sort();

function files(): Side {
  const folder = runFolder('mail');
  return {
    open: async () => new MailFiles(folder, from, pino({ level: 'silent' })),
    sent: () => emlIn(folder).map((name) => readFileSync(path.join(folder, name), 'utf8')),
    close: async () => undefined,
  };
}

function parse(raw: string) {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map(
    (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)] as const,
  );
  return { names: headers.map(([name]) => name), headers: Object.fromEntries(headers), body: raw.slice(end + 4) };
}

describe.each([
  ['SMTP', smtp],
  ['files', files],
])('mail by %s', (_, openSide) => {
  let side: Side;
  let transport: MailTransport;
  beforeEach(async () => {
    side = openSide();
    transport = await side.open();
  });
  afterEach(() => side.close());

  const send = async (changes: Partial<Mail> = {}) => {
    await transport.send({ ...mail, ...changes });
    return parse(side.sent().at(-1)!);
  };

  it('has sender, recipient, subject, date and a stable id', async () => {
    const { headers } = await send();
    expect(headers).toMatchObject({
      from,
      to: 'ada@example.com',
      subject: 'Reset your password',
      'message-id': '<reset-7@leads.example>',
      'auto-submitted': 'auto-generated',
      'mime-version': '1.0',
    });
    expect(Math.abs(Date.now() - Date.parse(headers.date!))).toBeLessThan(60_000);
  });

  it('has the same content as plain text and as HTML', async () => {
    const { headers, body } = await send();
    const boundary = /^multipart\/alternative; boundary="([^"]+)"/.exec(headers['content-type']!)![1]!;
    const [plain, html] = body
      .split(`--${boundary}`)
      .slice(1, 3)
      .map((part) => parse(part.replace(/^\r\n/, '')));
    expect(plain!.headers['content-type']).toMatch(/^text\/plain; charset=utf-8/);
    expect(plain!.body.replace(/ ?\r\n/g, ' ')).toContain(mail.text);
    expect(html!.headers['content-type']).toMatch(/^text\/html; charset=utf-8/);
    expect(html!.body.replace(/=\r\n/g, '').replace(/=3D/g, '=')).toContain(mail.html);
  });

  it('preserves letters of every script', async () => {
    const { headers, body } = await send({ subject: 'Größe 東京 👋', text: 'Привет' });
    expect(headers.subject).toMatch(/^=\?UTF-8\?[QB]\?/);
    expect(Buffer.from(body).toString('ascii')).not.toContain('Привет');
    expect(body).toMatch(/0J\/RgNC40LLQtdGC|=D0=9F=D1=80/);
  });

  it.each(['\r\n', '\n', '\r'])('creates no header from %j in the subject', async (lineEnd) => {
    const { names, headers } = await send({ subject: `Hello${lineEnd}Bcc: eve@example.com${lineEnd}${lineEnd}Body` });
    expect(names).not.toContain('bcc');
    expect(headers.subject).toContain('Hello Bcc: eve@example.com');
  });

  it('creates no header from an id', async () => {
    const { names, headers } = await send({ id: 'a>\r\nBcc: eve@example.com' });
    expect(names).not.toContain('bcc');
    expect(headers['message-id']).toMatch(/^<[\w.%-]+@leads\.example>$/);
  });

  it.each([
    'ada@example.com, eve@example.com',
    'ada@example.com;eve@example.com',
    'ada@example.com\r\nBcc: eve@example.com',
    'Ada <ada@example.com>',
    'team: ada@example.com;',
    'ada',
    '',
  ])('rejects %j as a recipient', async (to) => {
    await expect(transport.send({ ...mail, to })).rejects.toThrow('not one address');
    expect(side.sent()).toEqual([]);
  });

  it('does not read a file that a part names instead of its text', async () => {
    const secret = path.join(runFolder('secret'), 'secret');
    writeFileSync(secret, 'not for the post');
    const html = { path: secret } as unknown as string;
    await transport.send({ ...mail, html }).catch(() => undefined);
    expect(side.sent().join()).not.toContain('not for the post');
  });
});

describe('mail by SMTP', () => {
  let server: MailServer;
  beforeEach(async () => {
    server = await startMailServer();
  });
  afterEach(() => server.stop());

  it('gives the envelope one recipient', async () => {
    const transport = new SmtpMail(server.url, from);
    await transport.send(mail);
    expect(server.received).toMatchObject([{ from: 'no-reply@leads.example', to: ['ada@example.com'] }]);
    transport.close();
  });

  it('throws the rejection of the server, and sends the same mail later', async () => {
    const transport = new SmtpMail(server.url, from);
    server.refuseWith('450 Busy');
    await expect(transport.send(mail)).rejects.toThrow('450 Busy');
    server.refuseWith(undefined);
    await transport.send(mail);
    expect(parse(server.received[0]!.raw).headers['message-id']).toBe('<reset-7@leads.example>');
    transport.close();
  });

  it('throws soon if no server responds', async () => {
    await server.stop();
    const transport = new SmtpMail(server.url, from);
    await expect(transport.send(mail)).rejects.toThrow('ECONNREFUSED');
    transport.close();
  });

  it('sends no password to a server without TLS', async () => {
    const url = server.url.replace('//', '//lead-finder:secret@');
    const careful = new SmtpMail(url, from);
    await expect(careful.send(mail)).rejects.toThrow(/STARTTLS|TLS/);
    careful.close();
    expect(server.received).toEqual([]);
  });
});

describe('mail by address', () => {
  it('uses a changed address from the next mail on, also without a server', async () => {
    const [first, second] = await Promise.all([startMailServer(), startMailServer()]);
    const folder = runFolder('mail');
    let url: string | undefined;
    const transport = new MailByAddress(() => url, from, folder, pino({ level: 'silent' }));
    for (url of [first.url, first.url, second.url, 'file:', second.url]) await transport.send(mail);
    expect([first.received.length, second.received.length, emlIn(folder).length]).toEqual([2, 2, 1]);
    transport.close();
    await Promise.all([first.stop(), second.stop()]);
  });
});

describe('mail by files', () => {
  const open = (folder: string, lines: string[] = []) =>
    new MailFiles(folder, from, pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }));

  it('writes a mail once, however often it is sent', async () => {
    const folder = runFolder('mail');
    await open(folder).send(mail);
    await open(folder).send(mail);
    await open(folder).send({ ...mail, id: '7' });
    expect(emlIn(folder)).toHaveLength(2);
  });

  it('names files by moment and id, oldest first, inside the folder', async () => {
    const folder = path.join(runFolder('mail'), 'made', 'when needed');
    const transport = open(folder);
    for (const id of ['b', 'a', '../../outside']) await transport.send({ ...mail, id });
    const names = emlIn(folder);
    expect(names.map((name) => name.replace(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-/, ''))).toEqual(
      expect.arrayContaining(['b.eml', 'a.eml', '%2F..%2Foutside.eml']),
    );
    expect(names[0]).toMatch(/-b\.eml$/);
  });

  it('logs once where they are', async () => {
    const folder = runFolder('mail');
    const lines: string[] = [];
    const transport = open(folder, lines);
    await transport.send(mail);
    await transport.send({ ...mail, id: 'another' });
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({ level: 30, folder });
  });
});
