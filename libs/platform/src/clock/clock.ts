/** The present time. It is a port, so that tests set the time of weeks, locks and sessions. */
export abstract class Clock {
  abstract now(): Date;
}

export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
