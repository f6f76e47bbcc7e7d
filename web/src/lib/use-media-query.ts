import { useCallback, useSyncExternalStore } from 'react';

/** The look's three layouts: phones below 768, tablets below 1200, and the wide page. */
export const phone = '(max-width: 767.98px)';
export const wide = '(min-width: 1200px)';

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
