import { useEffect, useRef } from 'react';

/** Keys do nothing while somebody types, chooses, or has a dialog open, nor together with Ctrl, Alt or Meta. */
export function isForPage({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector('[role="dialog"]')) return false;
  return !(target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]'));
}

/** What single keys do on this page, by their lower-case names. A key that is held down does it once. */
export function usePageKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const act = current.current[event.key.toLowerCase()];
      if (!act || event.repeat || !isForPage(event)) return;
      event.preventDefault();
      act();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
