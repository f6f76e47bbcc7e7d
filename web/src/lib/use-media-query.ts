import { useCallback, useSyncExternalStore } from 'react';

/** The three layouts: phones below 768 px, tablets below 1200 px, and wide pages. */
export const phone = '(max-width: 767.98px)';
/** The side column stands below the main one. */
export const narrow = '(max-width: 991.98px)';
export const wide = '(min-width: 1200px)';
/** Devices that are carried along: phones and tablets. */
export const touch = '(pointer: coarse)';

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}
