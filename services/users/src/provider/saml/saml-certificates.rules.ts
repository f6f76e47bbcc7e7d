import { X509Certificate } from 'node:crypto';

export const maxCertificates = 4;
const pem = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g;

/** Reads PEM, with one certificate or more in a text, and the plain base64 of metadata. Rejects with a sentence. */
export function certificatesOf(texts: readonly string[]): X509Certificate[] {
  const found = new Map<string, X509Certificate>();
  for (const text of texts.flatMap((each) => each.match(pem) ?? (each.trim() === '' ? [] : [each]))) {
    const certificate = read(text);
    found.set(certificate.fingerprint256, certificate);
  }
  if (found.size > maxCertificates) throw new Error(`At most ${maxCertificates} certificates`);
  return [...found.values()];
}

function read(text: string): X509Certificate {
  const base64 = text.replace(/-----(BEGIN|END) CERTIFICATE-----/g, '').replace(/\s/g, '');
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    throw new Error('A certificate cannot be read. Paste it from its line BEGIN to its line END');
  }
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < 2_048)
    throw new Error('The key of a certificate must be RSA with 2,048 bits or more');
  return certificate;
}

export const endOf = ({ validTo }: X509Certificate) => new Date(validTo);
export const isOver = (certificate: X509Certificate, now: Date) => endOf(certificate) <= now;
