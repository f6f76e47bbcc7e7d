/** 16 hexadecimal digits, the form of a short trace id (docs/product/errors-and-http.md#request-id). */
export const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * What the user did last. It is undefined until the first action, because the browser uses an early response only for a
 * request without other headers (docs/decisions/0018-early-requests-of-a-page.md).
 */
let latest: string | undefined;
/** The action that requests belong to now. */
let current: string | undefined;
let isBeginning = false;

/** One action may be several events at once: a click on a button is also the submit of its form. */
function begin(): void {
  if (isBeginning) return;
  isBeginning = true;
  latest = current = newRequestId();
  setTimeout(() => (isBeginning = false));
}

// The specs of rules import it without a browser.
for (const type of ['click', 'keydown', 'input', 'submit', 'drop', 'popstate'])
  globalThis.addEventListener?.(type, begin, { capture: true });

/** Returns the id of the user's action, which all requests that follow from it share. */
export const currentAction = (): string | undefined => current;

/** Continues an earlier action: what its response causes at once belongs to it, also if the user acted meanwhile. */
export function continueAction(id: string | undefined): void {
  current = id;
  setTimeout(() => (current = latest));
}
