const compute = window.getComputedStyle.bind(window);
const displays = new Map<string, string>();

/** The default style sheet decides by these. */
const kindOf = (element: Element) =>
  [element.tagName, element.getAttribute('type'), element.hasAttribute('hidden'), element.hasAttribute('open')].join();

function displayOf(element: HTMLElement): string {
  if (element.style.display) return element.style.display;
  const kind = kindOf(element);
  const display = displays.get(kind) ?? compute(element).display;
  displays.set(kind, display);
  return display;
}

function visibilityOf(element: HTMLElement | null): string {
  if (!element) return 'visible';
  return element.style.visibility || visibilityOf(element.parentElement);
}

const quick: Record<PropertyKey, (element: HTMLElement) => string> = {
  display: displayOf,
  visibility: visibilityOf,
  opacity: (element) => element.style.opacity,
};

/**
 * jsdom computes a dozen colours of each element that a query looks at. Without a style sheet of the page, an element's own
 * style and its kind say whether it is visible.
 */
window.getComputedStyle = (element, pseudo) => {
  if (pseudo || document.styleSheets.length > 0) return compute(element, pseudo);
  const read = (name: PropertyKey) => {
    const whole = compute(element);
    const value: unknown = Reflect.get(whole, name);
    return typeof value === 'function' ? (value.bind(whole) as unknown) : value;
  };
  const valueOf = (name: PropertyKey) => quick[name]?.(element as HTMLElement) ?? read(name);
  const getPropertyValue = (name: string) => (name in quick ? valueOf(name) : compute(element).getPropertyValue(name));
  return new Proxy({} as CSSStyleDeclaration, {
    get: (_, name) => (name === 'getPropertyValue' ? getPropertyValue : valueOf(name)),
  });
};
