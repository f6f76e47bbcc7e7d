import { Clock } from '@lead-finder/platform';

/** For what would be another thing when time goes on under it. */
export class StandingClock extends Clock {
  private readonly time = new Date();

  now() {
    return this.time;
  }
}
