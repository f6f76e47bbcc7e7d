import { leadStatusChanged } from '@lead-finder/contracts';
import { OnEventBatch, type ReceivedPayload } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { ProgressHints } from '../progress-hints.js';
import { ContactLedger } from './contact.repository.js';

@Injectable()
export class ContactConsumer {
  constructor(
    private readonly ledger: ContactLedger,
    private readonly hints: ProgressHints,
  ) {}

  /** In the order in which they came: what is taken back was counted before. */
  @OnEventBatch(leadStatusChanged)
  async statusesChanged(changes: readonly ReceivedPayload<typeof leadStatusChanged>[]): Promise<void> {
    const counted = new Set<number>();
    const waiting: ReceivedPayload<typeof leadStatusChanged>[] = [];
    const count = async () => (await this.ledger.count(waiting.splice(0))).forEach((userId) => counted.add(userId));
    for (const change of changes) {
      if (change.payload.undoes === undefined) {
        waiting.push(change);
        continue;
      }
      await count();
      (await this.ledger.takeBack(change.payload, change.payload.undoes, change.id)).forEach((userId) =>
        counted.add(userId),
      );
    }
    await count();
    if (counted.size > 0) await this.hints.changed(counted);
  }
}
