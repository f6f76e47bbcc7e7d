import { generateKeyPairSync } from 'node:crypto';
import { Database } from '@lead-finder/platform';
import { Injectable, type OnModuleInit } from '@nestjs/common';

export interface PushKeyPair {
  publicKey: string;
  privateKey: string;
}

/** The key pair by which push services know the product (RFC 8292). The first start creates it. */
@Injectable()
export class PushKeys implements OnModuleInit {
  constructor(private readonly database: Database) {}

  async onModuleInit(): Promise<void> {
    if (await this.find()) return;
    const { x, y, d } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
    const point = Buffer.concat([Buffer.of(4), ...[x, y].map((part) => Buffer.from(part!, 'base64url'))]);
    await this.database.query(
      'insert into push_keys (public_key, private_key) values ($1, $2) on conflict do nothing',
      [point.toString('base64url'), d],
    );
  }

  async read(): Promise<PushKeyPair> {
    return (await this.find())!;
  }

  private async find(): Promise<PushKeyPair | undefined> {
    const query = 'select public_key as "publicKey", private_key as "privateKey" from push_keys';
    const [pair] = await this.database.query<PushKeyPair>(query);
    return pair;
  }
}
