import { pushToUser, type PushSignal } from '@lead-finder/contracts';
import { CHANGE_SIGNALS, type ChangeSignals } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';

/** Tells the open pages of who started an import to look again. */
@Injectable()
export class ImportHints {
  constructor(@Inject(CHANGE_SIGNALS) private readonly hints: ChangeSignals) {}

  tell({ id, createdBy }: { id: number; createdBy: number }): void {
    const hint: PushSignal = { type: 'import', id };
    this.hints.publish(pushToUser(createdBy), hint);
  }
}
