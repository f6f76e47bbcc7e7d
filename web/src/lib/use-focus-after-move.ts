import { useLayoutEffect, useRef } from 'react';

/** A row that moves in the document loses the focus. Call the result before the move to put the focus back after it. */
export function useFocusAfterMove(order: unknown): () => void {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const { current } = focused;
    if (document.activeElement === document.body && current instanceof HTMLElement) current.focus();
  }, [order]);
  return () => {
    focused.current = document.activeElement;
  };
}
