import { leadStatusChanged, type PayloadOf } from '@lead-finder/contracts';
import { On, type HeardEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { ProgressHints } from '../progress-hints.js';
import { ContactLedger } from './contact.repository.js';

@Injectable()
export class ContactConsumer {
  constructor(
    private readonly ledger: ContactLedger,
    private readonly hints: ProgressHints,
  ) {}

  @On(leadStatusChanged)
  async statusChanged(change: PayloadOf<typeof leadStatusChanged>, { id }: HeardEvent): Promise<void> {
    const { undoes } = change;
    const counted = undoes === undefined ? await this.ledger.count(change, id) : await this.ledger.takeBack(change, undoes, id);
    if (counted.length > 0) await this.hints.changed(counted);
  }
}
