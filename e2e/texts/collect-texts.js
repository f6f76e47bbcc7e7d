// Runs in every page of a watched browser and reports each text, label, title and placeholder that is shown. It observes
// changes, so that a short-lived toast counts.
(() => {
  const reported = new Set();
  const longest = 400;
  const named = ['aria-label', 'title', 'placeholder', 'alt'];

  const textsOf = (element) => {
    // An option counts without a check: the browser draws the open list by itself.
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
          if (words === '' || words.length > longest || reported.has(words)) continue;
          reported.add(words);
          fresh.push(words);
        }
      }
    }
    if (fresh.length > 0) void window.reportTexts(fresh);
  };
  new MutationObserver((changes) => {
    const roots = new Set();
    for (const { type, target, addedNodes } of changes) {
      for (const node of type === 'childList' ? addedNodes : [target]) {
        const root = node instanceof Element ? node : node.parentElement;
        // A changed word is part of a sentence, so its parent is read too.
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
