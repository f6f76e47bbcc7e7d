import { useLive } from '../lib/live';

/** Draws nothing: a component, so that it is loaded only once somebody is signed in. */
export function LiveUpdates({ userId }: { userId: number }) {
  useLive(userId);
  return null;
}
