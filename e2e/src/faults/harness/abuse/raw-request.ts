interface Parts {
  cookie?: string;
  body?: string;
}

export function rawRequest(method: string, path: string, { cookie, body }: Parts = {}): string {
  const head = [`${method} ${path} HTTP/1.1`, 'Host: 127.0.0.1', ...(cookie ? [`Cookie: ${cookie}`] : [])];
  if (body === undefined) return [...head, '', ''].join('\r\n');
  return [...head, 'Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`, '', body].join(
    '\r\n',
  );
}

export const rawJson = (path: string, body: object, parts: Omit<Parts, 'body'> = {}) =>
  rawRequest('POST', path, { ...parts, body: JSON.stringify(body) });
