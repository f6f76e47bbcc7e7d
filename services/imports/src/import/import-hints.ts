import { pushToUser, type PushHint } from '@lead-finder/contracts';
import { HINTS, type Hints } from '@lead-finder/platform';
import { Inject, Injectable } from '@nestjs/common';

/** Tells the open pages of who started an import to look again. */
@Injectable()
export class ImportHints {
  constructor(@Inject(HINTS) private readonly hints: Hints) {}

  tell({ id, createdBy }: { id: number; createdBy: number }): void {
    const hint: PushHint = { type: 'import', id };
    this.hints.publish(pushToUser(createdBy), hint);
  }
}
