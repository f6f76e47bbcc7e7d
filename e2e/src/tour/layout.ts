import type { Page } from 'playwright-core';

const tooWide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';

/** Compares the glyphs of each table row or list item. An open menu may cover its row, but not the other way round. */
const findOverlaps = `(() => {
  const cut = (a, b) => {
    const left = Math.max(a.left, b.left), right = Math.min(a.right, b.right);
    const top = Math.max(a.top, b.top), bottom = Math.min(a.bottom, b.bottom);
    return right - left > 2 && bottom - top > 2 ? { left, right, top, bottom } : null;
  };
  const textsOf = (row) => {
    const texts = [], walker = document.createTreeWalker(row, NodeFilter.SHOW_TEXT), range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent.trim(), holder = node.parentElement;
      if (!text || holder.closest('.visually-hidden, select, option, svg') || !holder.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      range.selectNodeContents(node);
      for (let box of range.getClientRects()) {
        for (let around = holder; box && around !== row.parentElement; around = around.parentElement) {
          if (getComputedStyle(around).overflowX !== 'visible') box = cut(box, around.getBoundingClientRect());
        }
        if (box) texts.push({ node, text, box, menu: holder.closest('.dropdown-menu') });
      }
    }
    return texts;
  };
  const liesOn = (row, one, each) => {
    const both = each.node === one.node ? null : cut(one.box, each.box);
    if (!both || each.menu === one.menu) return both;
    const upper = document.elementFromPoint((both.left + both.right) / 2, (both.top + both.bottom) / 2);
    return row.contains(upper) && !(one.menu ?? each.menu).contains(upper);
  };
  const found = new Set();
  for (const row of document.querySelectorAll('tr, li')) {
    if (row.querySelector('tr, li')) continue;
    const texts = textsOf(row);
    texts.forEach((one, index) => {
      const other = texts.slice(index + 1).find((each) => liesOn(row, one, each));
      if (other) found.add('"' + one.text + '" lies on "' + other.text + '"');
    });
  }
  return [...found].slice(0, 5);
})()`;

export async function layoutProblems(page: Page): Promise<string[]> {
  const pixels = await page.evaluate<number>(tooWide);
  return [
    ...(pixels > 0 ? [`${pixels} pixels wider than the screen`] : []),
    ...(await page.evaluate<string[]>(findOverlaps)),
  ];
}
