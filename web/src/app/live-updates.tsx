import { useLive } from '../lib/live';
import { ButtonSpinner } from '../ui/spinner';

/** Shows that the server is away. It is a component so that its code loads only after sign-in. */
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
