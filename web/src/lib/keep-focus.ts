interface Place {
  element: HTMLElement;
  /** Its ancestors from the closest one, with the position of the child that contains it. */
  around: { parent: Element; index: number }[];
}

const focusable = 'a[href], :is(button, input, select, textarea):enabled, [tabindex]';
const isDialog = (element: Element) => element.matches('[role=dialog]');
const isNowhere = (element: Element | null) => !element || element === document.body || isDialog(element);
const isBounds = (element: Element) => isDialog(element) || element.matches('main');

/**
 * Gives the keyboard its focus back after the focused element was disabled, moved or removed: to the element itself, else to
 * what stands in its place. A container with `tabindex=-1` gets the focus instead of its content. Returns a function that ends it.
 */
export function keepFocus(): () => void {
  let usesKeys = false;
  let isLost = false;
  // A dialog may end in the removal of the button that opened it.
  let inPage: Place | null = null;
  let inDialog: Place | null = null;
  const forget = () => {
    inPage = inDialog = null;
    isLost = false;
  };
  const onFocusIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    // A dialog's focus trap may answer late, when what it saw focused is disabled by now.
    if (isDialog(target) && inDialog?.element.matches(':disabled') && target.contains(inDialog.element)) return;
    isLost = false;
    if (target.closest('[role=dialog]')) inDialog = placeOf(target);
    else [inPage, inDialog] = [placeOf(target), null];
  };
  // An element that the user or the page left deliberately does not get the focus back.
  const onFocusOut = ({ target }: FocusEvent) =>
    queueMicrotask(() => {
      if (document.activeElement === document.body && (target as Element).matches('body *:not(:disabled)')) forget();
    });
  const observer = new MutationObserver((records) => {
    const place = inDialog ?? inPage;
    if (!usesKeys || !place || !isNowhere(document.activeElement)) return;
    isLost ||= records.some(({ type, target, removedNodes }) =>
      (type === 'attributes' ? [target] : [...removedNodes]).some((node) => node.contains(place.element)),
    );
    // Waits for a disabled element, which will mostly be enabled again.
    if (!isLost || place.element.matches('body :disabled')) return;
    [inDialog, inPage]
      .map((each) => each && inPlaceOf(each))
      .find(Boolean)
      ?.focus({ preventScroll: true });
  });
  const listeners = new AbortController();
  const options = { capture: true, signal: listeners.signal };
  addEventListener('keydown', () => (usesKeys = true), options);
  addEventListener('pointerdown', () => (usesKeys = false), options);
  addEventListener('focusin', onFocusIn, options);
  addEventListener('focusout', onFocusOut, options);
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
  return () => {
    listeners.abort();
    observer.disconnect();
  };
}

function placeOf(element: HTMLElement): Place {
  const around: Place['around'] = [];
  for (let child: Element = element; child.parentElement && child !== document.body; child = child.parentElement)
    around.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return { element, around };
}

function inPlaceOf({ element, around }: Place): HTMLElement | null {
  if (element.isConnected) return element;
  for (const { parent, index } of around) {
    if (!parent.isConnected || parent === document.body) continue;
    if (parent.matches('[tabindex="-1"]') && !isBounds(parent)) return parent as HTMLElement;
    const children = [...parent.children];
    const near = [...children.slice(index), ...children.slice(0, index).reverse()];
    const found = near.flatMap((child) => [child, ...child.querySelectorAll(focusable)]).find(takesFocus);
    if (found || isBounds(parent)) return (found ?? parent) as HTMLElement;
  }
  return null;
}

const takesFocus = (element: Element) => element.matches(focusable) && element.checkVisibility?.() !== false;
