import { connect, type Socket } from 'node:net';
import type { Order, Report } from './attack.js';

const statusLine = /HTTP\/1\.1 (\d{3})/g;
/** One character less than a status line: a status line may arrive in two chunks. */
const carried = 11;
const streamEnd = '\r\n0\r\n\r\n';

export class Connections {
  readonly report: Report = { opened: 0, maxOpen: 0, maxStreaming: 0, sent: 0, answers: {} };
  private readonly sockets = new Set<Socket>();
  private established = 0;
  private next = 0;

  constructor(private readonly order: Pick<Order, 'port' | 'addresses'>) {}

  get count(): number {
    return this.sockets.size;
  }

  open(): Socket {
    const { port, addresses } = this.order;
    const socket = connect({
      host: '127.0.0.1',
      port,
      localAddress: addresses[this.next++ % addresses.length]!,
      noDelay: true,
    });
    this.sockets.add(socket);
    socket.once('connect', () => {
      this.report.opened += 1;
      this.report.maxOpen = Math.max(this.report.maxOpen, ++this.established);
      socket.once('close', () => (this.established -= 1));
    });
    // The product resets connections to defend itself.
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(socket));
    return socket;
  }

  read(socket: Socket, onAnswer = () => {}, onEnd = () => {}): void {
    let before = '';
    socket.on('data', (chunk: Buffer) => {
      const text = before + chunk.toString('latin1');
      for (const [, status = ''] of text.matchAll(statusLine)) {
        this.report.answers[status] = (this.report.answers[status] ?? 0) + 1;
        onAnswer();
      }
      if (text.endsWith(streamEnd)) onEnd();
      before = text.slice(-carried);
    });
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
  }
}
