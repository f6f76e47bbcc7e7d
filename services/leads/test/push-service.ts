import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { PublicHttps } from '@lead-finder/platform';
import { makeAuthority } from '@lead-finder/testing';

interface Push {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** The push service of a browser, at https://push.example. */
export async function startPushService() {
  const authority = makeAuthority();
  const { certificate: cert, key } = authority.issue('push.example');
  const received: Push[] = [];
  const statusOf = new Map<string, number>();
  const server = createServer({ cert, key }, async (message, response) => {
    const body = Buffer.concat(await message.toArray());
    received.push({ path: message.url!, headers: message.headers as Record<string, string>, body });
    response.writeHead(statusOf.get(message.url!) ?? 201, { location: 'https://push.example/moved' }).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const https = new PublicHttps({
    ca: authority.certificate,
    port,
    lookup: (_, __, found) => found(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  return {
    received,
    statusOf,
    provider: { provide: PublicHttps, useValue: https },
    stop: () => new Promise((done) => server.close(done)),
  };
}

/** The subscription of one browser, which alone can read what arrives at its endpoint (RFC 8291). */
export function browser(path: string) {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint: `https://push.example${path}`,
      keys: { p256dh: keys.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
      name: 'Chrome on Android',
    },
    read({ body }: Push): unknown {
      const salt = body.subarray(0, 16);
      const sender = body.subarray(21, 21 + body[20]!);
      const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, from, info, length));
      const about = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender]);
      const secret = derive(keys.computeSecret(sender), auth, about, 32);
      const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const cipher = createDecipheriv('aes-128-gcm', key, nonce);
      const content = body.subarray(21 + sender.length);
      cipher.setAuthTag(content.subarray(-16));
      const padded = Buffer.concat([cipher.update(content.subarray(0, -16)), cipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString());
    },
  };
}

/** Returns the claims of a push if its signature is that of the public key (RFC 8292). */
export function claimsOf({ headers }: Push, publicKey: string): unknown {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization!)!;
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const [head, claims, signature] = token!.split('.') as [string, string, string];
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    {
      key: createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' }),
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(signature, 'base64url'),
  );
  if (key !== publicKey || !isSigned) throw new Error('The push is not signed with the key of the product');
  return JSON.parse(Buffer.from(claims, 'base64url').toString());
}
