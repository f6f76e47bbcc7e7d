/** The present moment; a port, because weeks, locks and sessions are tested at set times. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
