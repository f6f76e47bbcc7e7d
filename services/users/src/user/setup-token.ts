import { randomBytes, timingSafeEqual } from 'node:crypto';
import { Database, invalidField, LOGGER, networkOf, SERVICE_SETTINGS, type Logger } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { Limits, type Limit } from '../limit/limits.js';
import { hashToken } from '../session/session.repository.js';
import type { UsersSettings } from '../users.config.js';

/** Without letters that look alike. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** 150 bits, five characters to a group: 'k3v9q-…'. */
const randomToken = () =>
  Array.from(randomBytes(30), (byte) => alphabet[byte % alphabet.length])
    .join('')
    .replace(/.{5}(?=.)/g, '$&-');

const whereToFind = 'You find it in SETUP_TOKEN or, if that is not set, in the log of the users service.';

const wrongTokens: Limit = {
  kind: 'wrong-setup-tokens',
  max: 20,
  seconds: 300,
  message: 'Too many wrong set-up tokens from here. Please try again in a few minutes.',
};

/** The token that the first visitor needs if others can reach the product: SETUP_TOKEN, or a random one in the log. */
@Injectable()
export class SetupToken {
  constructor(
    private readonly database: Database,
    private readonly limits: Limits,
    @Inject(LOGGER) private readonly log: Logger,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
  ) {}

  /** Returns whether the log must name a new token. A log without warnings would hide it. */
  async isMissing(): Promise<boolean> {
    return this.settings.SETUP_TOKEN === undefined && this.log.isLevelEnabled('warn') && (await this.hash()) === null;
  }

  /** Must run in a transaction, so a crash leaves no token that the log does not show. */
  async make(): Promise<void> {
    const token = randomToken();
    await this.database.query('insert into setup_token (token_hash) values ($1)', [hashToken(token)]);
    this.log.warn(
      `There is no account yet, and other machines can reach this deployment. Set-up token for the first administrator: ${token}`,
    );
  }

  /** Rejects with 400 and the field, or with 429 after too many wrong tokens of a network. */
  async check(typed: string | undefined, address: string): Promise<void> {
    if (!typed) throw refusal(`Please enter the set-up token. ${whereToFind}`);
    const network = networkOf(address);
    await this.limits.take(wrongTokens, network);
    const { SETUP_TOKEN } = this.settings;
    const hash = SETUP_TOKEN === undefined ? await this.hash() : hashToken(SETUP_TOKEN);
    if (hash === null || !timingSafeEqual(Buffer.from(hashToken(typed)), Buffer.from(hash))) {
      throw refusal(`This is not the set-up token. ${whereToFind}`);
    }
    await this.limits.giveBack(wrongTokens, network);
  }

  async end(): Promise<void> {
    await this.database.query('delete from setup_token');
  }

  private async hash(): Promise<string | null> {
    const [row] = await this.database.query<{ token_hash: string }>('select token_hash from setup_token');
    return row?.token_hash ?? null;
  }
}

const refusal = (message: string) => invalidField('setupToken', message);
