import type { RecyclingForecast } from '@lead-finder/contracts';
import { formatDay } from '../../lib/dates';
import { Notice } from '../../ui/notice';
import { countdownOf } from './recycling.rules';

/** The countdown to the pool (docs/product/recycling.md#countdown). */
export function RecyclingBanner(forecast: RecyclingForecast) {
  const { movesOn, reminded, tonight, protectedUntil } = forecast;
  const isNear = reminded || tonight;
  return (
    <Notice kind={isNear ? 'warning' : 'info'} role="note" icon="hourglass-split">
      <b>{countdownOf(forecast)}</b>
      {!tonight && ` It goes back to the pool on ${formatDay(movesOn)}, unless its user works it.`}{' '}
      {protectedUntil
        ? `Its follow-up protects it until ${formatDay(protectedUntil)}.`
        : isNear && 'A call, an email, a meeting or a new status keeps it.'}
    </Notice>
  );
}
