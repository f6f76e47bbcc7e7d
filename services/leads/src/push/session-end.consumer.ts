import { sessionsEnded, type PayloadOf } from '@lead-finder/contracts';
import { OnEvent } from '@lead-finder/platform';
import { Injectable } from '@nestjs/common';
import { PushDevices } from './push-devices.js';

/** A device gets nothing after a sign-out. A session that only expired does not end its reminders. */
@Injectable()
export class SessionEndConsumer {
  constructor(private readonly devices: PushDevices) {}

  @OnEvent(sessionsEnded)
  ended({ userId, sessionId, keptSessionId }: PayloadOf<typeof sessionsEnded>): Promise<void> {
    return this.devices.sessionsEnded(userId, sessionId, keptSessionId);
  }
}
