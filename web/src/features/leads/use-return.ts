import { useEffect, useRef, useState } from 'react';
import { clearListPosition, saveListPosition, readListPosition } from '../../lib/list-return';

/** Before a profile opens: which lead, and how far the list was scrolled. */
export const rememberPosition = (leadId: number): void => saveListPosition({ leadId, scrollY: window.scrollY });

/** The highlight's delay and length (specification section 9), after which it must not run again on a new page. */
const highlightEnds = 1_000 + 1_500;

/** The lead whose profile was open, to be highlighted; scrolls back to it once the list is drawn. */
export function useReturn(isDrawn: boolean): number | undefined {
  const [position, setPosition] = useState(readListPosition);
  const isScrolled = useRef(false);

  useEffect(clearListPosition, []);
  useEffect(() => {
    if (!position || !isDrawn) return;
    // Bootstrap makes scrolling smooth, which here would be a second of everything flying by.
    if (!isScrolled.current) {
      window.scrollTo({ top: position.scrollY, behavior: 'instant' });
      // Leads that were not laid out yet have their usual height, and others may have come in above.
      document.querySelector('.returned')?.scrollIntoView?.({ block: 'nearest', behavior: 'instant' });
    }
    isScrolled.current = true;
    const timer = setTimeout(() => setPosition(null), highlightEnds);
    return () => clearTimeout(timer);
  }, [position, isDrawn]);

  return isDrawn ? position?.leadId : undefined;
}
