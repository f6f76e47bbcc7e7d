// Runs in every page of a watched browser: tells each text, label, title and placeholder that is shown. It looks at what
// changes, so that a toast counts that is gone a moment later.
/* global document, Element, MutationObserver, window */
(() => {
  const told = new Set();
  const longest = 400;
  const named = ['aria-label', 'title', 'placeholder', 'alt'];

  const textsOf = (element) => {
    // A choice is seen when its list is open, which the browser draws by itself.
    if (element.tagName !== 'OPTION' && !element.checkVisibility({ visibilityProperty: true })) return [];
    return [element.textContent ?? '', ...named.map((name) => element.getAttribute(name) ?? '')];
  };
  const look = (roots) => {
    const fresh = [];
    for (const root of roots) {
      for (const element of [root, ...root.querySelectorAll('*')]) {
        for (const text of textsOf(element)) {
          if (text === '' || text.length > 4 * longest) continue;
          const words = text.replace(/\s+/g, ' ').trim();
          if (words === '' || words.length > longest || told.has(words)) continue;
          told.add(words);
          fresh.push(words);
        }
      }
    }
    if (fresh.length > 0) void window.tellTexts(fresh);
  };
  new MutationObserver((changes) => {
    const roots = new Set();
    for (const { type, target, addedNodes } of changes) {
      for (const node of type === 'childList' ? addedNodes : [target]) {
        const root = node instanceof Element ? node : node.parentElement;
        // A word that changes is a part of its sentence.
        for (const each of [root, root?.parentElement]) {
          if (each?.isConnected && each !== document.body && each !== document.documentElement) roots.add(each);
        }
      }
    }
    look(roots);
  }).observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
    attributeFilter: ['class', 'hidden', ...named],
  });
})();
