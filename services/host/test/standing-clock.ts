import { Clock } from '@lead-finder/platform';

/** A clock that stands still, for specs whose results depend on the time. */
export class StandingClock extends Clock {
  private readonly time = new Date();

  now() {
    return this.time;
  }
}
