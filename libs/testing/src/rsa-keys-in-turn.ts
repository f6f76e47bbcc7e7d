import { generateKeyPairSync, type KeyPairKeyObjectResult } from 'node:crypto';

const made = new Map<string, KeyPairKeyObjectResult>();
let given = 0;

export function rsaKeysInTurn(bits = 2_048): KeyPairKeyObjectResult {
  const name = `${bits} ${given++ % 8}`;
  const keys = made.get(name) ?? generateKeyPairSync('rsa', { modulusLength: bits });
  made.set(name, keys);
  return keys;
}
