import { useEffect } from 'react';
import { pushOwner } from '../lib/push-owner';

/** Loads the code only in browsers in which a user switched notifications on. */
export function PushRenewal({ userId }: { userId: number }) {
  useEffect(() => {
    if (pushOwner.read() === null) return;
    void import('../features/notifications/push-subscription')
      .then(({ renewSubscription }) => renewSubscription(userId))
      .catch(() => undefined);
  }, [userId]);
  return null;
}
