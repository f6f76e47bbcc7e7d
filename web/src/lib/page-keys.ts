import { useEffect, useRef } from 'react';

/** True while keys must do nothing: in a text field, a select or a dialog, or with Ctrl, Alt or Meta. */
export function isForPage({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector('[role="dialog"]')) return false;
  return !(target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]'));
}

/** The actions of single keys on this page, by lower-case key. A repeated key event is ignored. */
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
