import { pushToUser, type PushSignal } from '@lead-finder/contracts';
import { CHANGE_SIGNALS, type ChangeSignals } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';

/** Signals the open pages of the user who started an import to read it again. */
@Injectable()
export class ImportSignals {
  constructor(@Inject(CHANGE_SIGNALS) private readonly changeSignals: ChangeSignals) {}

  publish({ id, createdBy }: { id: number; createdBy: number }): void {
    const signal: PushSignal = { type: 'import', id };
    this.changeSignals.publish(pushToUser(createdBy), signal);
  }
}
