import { useLive } from '../lib/live';
import { ButtonSpinner } from '../ui/spinner';

/** Says when the server is away, and nothing else: a component, so that it is loaded only once somebody is signed in. */
export function LiveUpdates({ userId }: { userId: number }) {
  const isAway = useLive(userId);
  return (
    <div className="lf-away" role="status">
      {isAway && (
        <p>
          <ButtonSpinner />
          Reconnecting…
        </p>
      )}
    </div>
  );
}
