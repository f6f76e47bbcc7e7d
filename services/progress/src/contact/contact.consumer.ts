import { leadStatusChanged } from '@lead-finder/contracts';
import { OnEventBatch, type ReceivedPayload } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { ProgressSignals } from '../progress-signals.js';
import { ContactLedger } from './contact.repository.js';

@Injectable()
export class ContactConsumer {
  constructor(
    private readonly ledger: ContactLedger,
    private readonly signals: ProgressSignals,
  ) {}

  /** Handles events in their order, so a contact is counted before it is taken back. */
  @OnEventBatch(leadStatusChanged)
  async statusesChanged(changes: readonly ReceivedPayload<typeof leadStatusChanged>[]): Promise<void> {
    const changedUsers = new Set<number>();
    const uncounted: ReceivedPayload<typeof leadStatusChanged>[] = [];
    const count = async () =>
      (await this.ledger.count(uncounted.splice(0))).forEach((userId) => changedUsers.add(userId));
    for (const change of changes) {
      if (change.payload.undoes === undefined) {
        uncounted.push(change);
        continue;
      }
      await count();
      (await this.ledger.takeBack(change.payload, change.payload.undoes, change.id)).forEach((userId) =>
        changedUsers.add(userId),
      );
    }
    await count();
    if (changedUsers.size > 0) await this.signals.progressChanged(changedUsers);
  }
}
