import { useEffect, useRef, useState } from 'react';
import { clearListPosition, saveListPosition, readListPosition } from '../../lib/list-return';

/** Stores the lead and the scroll position before a profile opens. */
export const rememberPosition = (leadId: number): void => saveListPosition({ leadId, scrollY: window.scrollY });

/**
 * The end of the highlight in milliseconds (docs/product/lead-list.md#return-from-a-profile). It must not run again on
 * a new page.
 */
const highlightEndMs = 1_000 + 1_500;

/** The lead to highlight after a return from its profile. Restores the scroll position once the list is drawn. */
export function useReturn(isDrawn: boolean): number | undefined {
  const [position, setPosition] = useState(readListPosition);
  const isScrolled = useRef(false);

  useEffect(clearListPosition, []);
  useEffect(() => {
    if (!position || !isDrawn) return;
    // Bootstrap makes scrolling smooth, which would take a second here.
    if (!isScrolled.current) {
      window.scrollTo({ top: position.scrollY, behavior: 'instant' });
      // Leads that were not laid out have an estimated height, and new ones may be above, so it then scrolls to the
      // lead.
      document.querySelector('.returned')?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' });
    }
    isScrolled.current = true;
    const timer = setTimeout(() => setPosition(null), highlightEndMs);
    return () => clearTimeout(timer);
  }, [position, isDrawn]);

  return isDrawn ? position?.leadId : undefined;
}
