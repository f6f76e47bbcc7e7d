import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { isIP } from 'node:net';
import { rsaKeysInTurn } from './rsa-keys-in-turn.js';

export interface Certificate {
  certificate: string;
  key: string;
}

/** The files of a certificate, as the servers of the specs expect them. */
export const certificateFiles = (folder: string, { certificate, key }: Certificate) => [
  { content: certificate, target: `${folder}/server.crt` },
  { content: key, target: `${folder}/server.key` },
];

export interface Authority {
  certificate: string;
  /** Issues a certificate for exactly these addresses and names. */
  issue(...addresses: string[]): Certificate;
}

/** Node.js creates keys and signatures; this file writes the few fields of X.509, so no machine needs openssl. */
export function makeAuthority(): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = 'Authority of the tests';
  const write = (subject: string, key: KeyObject, extension: Buffer) =>
    pem('CERTIFICATE', certificateOf({ issuer: name, subject, key, extension, signWith: own.privateKey }));
  return {
    certificate: write(name, own.publicKey, mayIssue),
    issue: (...addresses) => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      return {
        certificate: write(addresses[0]!, publicKey, namesOf(addresses)),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      };
    },
  };
}

/** Makes a certificate that signs itself, with an RSA key, as SAML providers do. It is valid from and until these days from now. */
export function makeSigner({ from = -1, until = 30, bits = 2_048 } = {}): Certificate {
  const { publicKey: key, privateKey } = rsaKeysInTurn(bits);
  const name = 'Provider of the tests';
  const certificate = certificateOf({
    issuer: name,
    subject: name,
    key,
    extension: mayIssue,
    signWith: privateKey,
    algorithm: rsaWithSha256,
    days: [from, until],
  });
  return {
    certificate: pem('CERTIFICATE', certificate),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}

/** Encodes DER: a tag, the length of the content, the content. */
function der(tag: number, ...content: Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const bytes = length.subarray(length.findIndex((byte) => byte > 0));
  const head = body.length < 128 ? [tag, body.length] : [tag, 0x80 | bytes.length, ...bytes];
  return Buffer.concat([Buffer.from(head), body]);
}

const sequence = (...content: Buffer[]) => der(0x30, ...content);
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const octets = (content: Buffer) => der(0x04, content);
const bits = (content: Buffer) => der(0x03, Buffer.from([0]), content);
const isTrue = der(0x01, Buffer.from([0xff]));
const moment = (daysFromNow: number) => {
  const [date, time] = new Date(Date.now() + daysFromNow * 86_400_000).toISOString().split('T') as [string, string];
  return der(0x17, Buffer.from(`${date.slice(2).replaceAll('-', '')}${time.slice(0, 8).replaceAll(':', '')}Z`));
};
const distinguishedName = (commonName: string) =>
  sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(commonName)))));

const ecdsaWithSha256 = sequence(identifier('2a8648ce3d040302'));
const rsaWithSha256 = sequence(identifier('2a864886f70d01010b'), der(0x05));
const mayIssue = sequence(identifier('551d13'), isTrue, octets(sequence(isTrue)));
const namesOf = (addresses: string[]) => {
  const each = addresses.map((address) =>
    isIP(address) ? der(0x87, Buffer.from(address.split('.').map(Number))) : der(0x82, Buffer.from(address)),
  );
  return sequence(identifier('551d11'), octets(sequence(...each)));
};

interface Contents {
  issuer: string;
  subject: string;
  key: KeyObject;
  extension: Buffer;
  signWith: KeyObject;
  algorithm?: Buffer;
  days?: [number, number];
}

function certificateOf({ issuer, subject, key, extension, signWith, ...rest }: Contents): Buffer {
  const { algorithm = ecdsaWithSha256, days = [-1, 1] } = rest;
  // The first byte is between 1 and 127: positive and without leading zeros, which DER forbids.
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(8)]);
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    distinguishedName(issuer),
    sequence(...days.map(moment)),
    distinguishedName(subject),
    key.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extension)),
  );
  return sequence(signed, algorithm, bits(sign('sha256', signed, signWith)));
}

const pem = (what: string, content: Buffer) =>
  `-----BEGIN ${what}-----\n${content.toString('base64').replace(/.{1,64}/g, '$&\n')}-----END ${what}-----\n`;
