import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest();
const flags = { present: 0x01, verified: 0x04, attested: 0x40 };

interface Ceremony {
  challenge: string;
  site: string;
  rpId?: string;
  isVerified?: boolean;
}

/** An authenticator in software, with one key, that does what browsers and real ones refuse. */
export function passkeyDevice(userId: number) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: string, { challenge, site }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: site, crossOrigin: false }));
  const authenticatorData = (ceremony: Ceremony, attested?: Buffer) => {
    const { rpId = new URL(ceremony.site).hostname, isVerified = true } = ceremony;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const bits = flags.present | (isVerified ? flags.verified : 0) | (attested ? flags.attested : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([bits]), count, attested ?? Buffer.alloc(0)]);
  };
  const named = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' as const };

  return {
    setCounter: (value: number) => void (counter = value),
    create(ceremony: Ceremony) {
      const { x, y } = publicKey.export({ format: 'jwk' });
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
      ]);
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key as never)]);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authenticatorData(ceremony, attested))],
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
        },
      };
    },
    get(ceremony: Ceremony) {
      counter += 1;
      const data = authenticatorData(ceremony);
      const client = clientData('webauthn.get', ceremony);
      return {
        ...named,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
          userHandle: Buffer.from(`user ${userId}`).toString('base64url'),
        },
      };
    },
  };
}
