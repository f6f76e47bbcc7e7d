/** Keys do nothing while somebody types, chooses, or has a dialog open, nor together with Ctrl, Alt or Meta. */
export function isForPage({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || document.querySelector('[role="dialog"]')) return false;
  return !(target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]'));
}
