const controls = 'a, button, input, select, textarea, label, summary, [role], [tabindex]';

function clickedBy({ target }: MouseEvent) {
  const found = target instanceof Element ? target.closest<HTMLElement>(controls) : null;
  const control = found instanceof HTMLLabelElement ? (found.control ?? found) : found;
  const isButton = control?.matches('a, button');
  return { control, name: control?.getAttribute('aria-label') ?? (isButton ? control!.textContent : null) };
}

/**
 * Ignores the second click of a double click if the first one brought another control under the pointer: another page, the next
 * row, or a button that now does the opposite. Returns a function that ends it.
 */
export function ignoreStrayClicks(): () => void {
  let last: ReturnType<typeof clickedBy> | null = null;
  const onClick = (event: MouseEvent) => {
    const clicked = clickedBy(event);
    if (event.detail > 1 && last && (clicked.control !== last.control || clicked.name !== last.name)) {
      event.preventDefault();
      event.stopImmediatePropagation();
    } else last = clicked;
  };
  addEventListener('click', onClick, { capture: true });
  return () => removeEventListener('click', onClick, { capture: true });
}
