import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawAnswer {
  status: number;
  headers: Headers;
  body: string;
}

/** A client that sends bytes as they are, and reads nothing that it does not ask for. */
export async function connectTo(url: string, text = ''): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''));
  await once(socket, 'connect');
  // Cut off by either side: what came until then tells.
  socket.on('error', () => undefined);
  if (text) socket.write(text);
  return socket;
}

/** The answer, once the server has closed the connection. */
export async function answerOn(socket: Socket): Promise<RawAnswer> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  if (!socket.closed) await once(socket, 'close');
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s, 2);
  const [line = '', ...lines] = head.split('\r\n');
  return {
    status: Number(line.split(' ')[1]),
    headers: new Headers(lines.map((each) => each.split(/: (.*)/s, 2) as [string, string])),
    body,
  };
}

/** Sends the bytes, and returns the answer. */
export const ask = async (url: string, text: string): Promise<RawAnswer> => answerOn(await connectTo(url, text));
