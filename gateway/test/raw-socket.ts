import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawResponse {
  status: number;
  headers: Headers;
  body: string;
}

export async function connectTo(url: string, text = ''): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname.replace(/[[\]]/g, ''));
  await once(socket, 'connect');
  // Either side may close the connection: specs check what came until then.
  socket.on('error', () => undefined);
  if (text) socket.write(text);
  return socket;
}

export async function responseOn(socket: Socket): Promise<RawResponse> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  // `once` of node:events would reject if the connection is reset after the response.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s, 2);
  const [line = '', ...lines] = head.split('\r\n');
  return {
    status: Number(line.split(' ')[1]),
    headers: new Headers(lines.map((each) => each.split(/: (.*)/s, 2) as [string, string])),
    body,
  };
}

export const ask = async (url: string, text: string): Promise<RawResponse> => responseOn(await connectTo(url, text));
