import { createHash } from 'node:crypto';
import {
  BackgroundTask,
  Clock,
  Database,
  LOGGER,
  PeriodicTask,
  SERVICE_SETTINGS,
  minutes,
  type Logger,
} from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';
import { MailQueue } from '../mail/mail-queue.js';
import type { UsersSettings } from '../users.config.js';
import { merkleRoot, sealHash, type AuditSeal } from './audit-seal.rules.js';
import { openSealPlace, type SealPlace } from './seal-place.js';
import { sealColumns, sealedEntries } from './sealed-entries.js';

/** As many as one call of the retention deletes, which deletes whole seals. */
const entriesPerSeal = 1_000;
const checkMs = 60_000;

/** Seals entries of the audit trail and writes the seals to the operator's place (docs/product/data-and-retention.md#seals). */
@Injectable()
export class AuditSealer extends BackgroundTask {
  protected readonly task: PeriodicTask;
  private place: Promise<SealPlace> | null = null;

  constructor(
    private readonly database: Database,
    private readonly mails: MailQueue,
    private readonly clock: Clock,
    @Inject(SERVICE_SETTINGS) private readonly settings: UsersSettings,
    @Inject(LOGGER) private readonly log: Logger,
  ) {
    super();
    this.task = new PeriodicTask('Seals of the audit trail', () => this.work(), checkMs, log);
  }

  /** Returns whether there may be more. */
  async work(): Promise<boolean> {
    const sealed = (await this.isDue()) && (await this.seal());
    const written = await this.writeOut();
    return sealed || written;
  }

  private async isDue(): Promise<boolean> {
    const last = await this.last();
    if (!last || last.ids?.length === entriesPerSeal) return true;
    return Date.parse(last.sealedAt) + minutes(this.settings.AUDIT_SEAL_MINUTES) <= this.clock.now().getTime();
  }

  private async last(): Promise<AuditSeal | undefined> {
    const [last] = await this.database.query<AuditSeal>(
      `select ${sealColumns} from audit.seals order by n desc limit 1`,
    );
    return last;
  }

  /** Returns whether the seal is full. Of two replicas that seal at once, the second inserts nothing. */
  private async seal(): Promise<boolean> {
    const [{ settled }] = (await this.database.query<{ settled: number }>(
      'select audit.settled()::float8 as settled',
    )) as [{ settled: number }];
    const last = await this.last();
    const entries = await sealedEntries(this.database, last?.lastId ?? 0, settled, entriesPerSeal);
    if (entries.length === 0) return false;
    const isFull = entries.length === entriesPerSeal;
    const leaves = entries.map(({ leaf }) => leaf);
    const seal = {
      n: (last?.n ?? 0) + 1,
      lastId: isFull ? entries.at(-1)!.id : settled,
      ids: entries.map(({ id }) => id),
      leaves,
      newest: entries.map(({ at }) => at).reduce((one, other) => (one > other ? one : other)),
      root: merkleRoot(leaves),
      previous: last?.hash ?? '',
      sealedAt: this.clock.now().toISOString(),
    };
    await this.database.query(
      `insert into audit.seals (n, last_id, ids, leaves, newest, root, previous, sealed_at, hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      [seal.n, seal.lastId, seal.ids, leaves, seal.newest, seal.root, seal.previous, seal.sealedAt, sealHash(seal)],
    );
    return isFull;
  }

  /** Returns whether it wrote a seal and there may be more. A place that fails gets the seal again later. */
  private async writeOut(): Promise<boolean> {
    const { AUDIT_SEALS_URL } = this.settings;
    if (!AUDIT_SEALS_URL) return false;
    this.place ??= openSealPlace(AUDIT_SEALS_URL, this.log);
    const place = await this.place;
    const key = createHash('sha256').update(AUDIT_SEALS_URL).digest('hex');
    const [next] = await this.database.query<AuditSeal>(
      `select ${sealColumns} from audit.seals
       where n > coalesce((select last_seal from written_seals where place = $1), 0)
       order by n ${place.kind === 'store' ? 'asc' : 'desc'} limit 1`,
      [key],
    );
    if (!next) return false;
    if (place.kind !== 'mail') await place.write(next);
    await this.database.transaction(async () => {
      const marked = await this.database.query(
        `insert into written_seals (place, last_seal) values ($1, $2)
         on conflict (place) do update set last_seal = excluded.last_seal where written_seals.last_seal < excluded.last_seal
         returning last_seal`,
        [key, next.n],
      );
      if (place.kind === 'mail' && marked.length > 0) await this.mails.add(mailOf(place.to, next));
    });
    return place.kind === 'store';
  }
}

function mailOf(to: string, { n, lastId, sealedAt, hash }: AuditSeal) {
  const lines = [`Seal: ${n}`, `Last entry: ${lastId}`, `Sealed at: ${sealedAt}`, `SHA-256: ${hash}`];
  return {
    to,
    subject: `Seal ${n} of the audit trail`,
    text: lines.join('\n'),
    html: lines.map((line) => `<p>${line}</p>`).join(''),
  };
}
