import { connect } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectByTls } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { FolderFileStore, isFilesAddress, openBucket, type FileStore, type Logger } from '@lead-finder/platform';
import type { AuditSeal } from './audit-seal.rules.js';

/** Where an operator stores seals outside the database. Writing the same seal twice is not an error. */
export type SealPlace =
  | { kind: 'store'; write: (seal: AuditSeal) => Promise<void>; read: (n: number) => Promise<AuditSeal | null> }
  | { kind: 'log'; write: (seal: AuditSeal) => Promise<void> }
  | { kind: 'mail'; to: string };

const protocols = ['file:', 's3:', 'syslog:', 'syslogs:', 'mailto:'];
const connectionMs = 10_000;
/** Facility 13 (log audit), severity 5 (notice). */
const priority = 13 * 8 + 5;

export function isSealsAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, pathname } = new URL(value);
  if (protocol === 's3:') return isFilesAddress(value) && pathname.length > 1;
  if (protocol === 'file:') return hostname === '' && pathname.length > 1;
  if (protocol === 'mailto:') return /^[^\s@,;]+@[^\s@,;]+$/.test(pathname);
  return protocols.includes(protocol) && hostname !== '';
}

export async function openSealPlace(address: string, log: Logger): Promise<SealPlace> {
  const url = new URL(address);
  if (url.protocol === 'mailto:') return { kind: 'mail', to: decodeURIComponent(url.pathname) };
  if (url.protocol === 'file:') return asPlace(new FolderFileStore(fileURLToPath(url)));
  if (url.protocol === 's3:') return asPlace(await openBucket(address, log));
  return { kind: 'log', write: (seal) => sendToSyslog(url, seal) };
}

const fileOf = (n: number) => `seal-${String(n).padStart(9, '0')}`;

const asPlace = (store: FileStore): SealPlace => ({
  kind: 'store',
  write: async (seal) => {
    await store.write(fileOf(seal.n), lineOf(seal));
  },
  read: async (n) => {
    const bytes: Uint8Array[] = [];
    try {
      for await (const chunk of store.read(fileOf(n))) bytes.push(chunk);
    } catch (error) {
      if ((error as { kind?: string }).kind === 'not_found') return null;
      throw error;
    }
    return JSON.parse(Buffer.concat(bytes).toString()) as AuditSeal;
  },
});

async function* lineOf(seal: AuditSeal) {
  yield Buffer.from(`${JSON.stringify(seal)}\n`);
}

/** Sends one message by RFC 5424 in the framing of RFC 6587. */
function sendToSyslog(
  { protocol, hostname: host, port }: URL,
  { n, lastId, sealedAt, hash }: AuditSeal,
): Promise<void> {
  const text = JSON.stringify({ n, lastId, hash });
  const message = `<${priority}>1 ${sealedAt} ${hostname()} lead-finder - audit-seal - ${text}`;
  const isTls = protocol === 'syslogs:';
  const to = { host, port: Number(port) || (isTls ? 6514 : 601) };
  return new Promise((resolve, reject) => {
    const socket = isTls ? connectByTls({ ...to, servername: host }) : connect(to);
    socket.setTimeout(connectionMs, () => socket.destroy(new Error('The syslog server does not answer')));
    socket.on('error', reject).on('close', () => resolve());
    socket.end(`${Buffer.byteLength(message)} ${message}`);
    socket.resume();
  });
}
