import type { Screen } from './stop.js';
import { nameOf, sightsOf, sizes, type Sight } from './walk.js';

const widths = Object.keys(sizes) as (keyof typeof sizes)[];

const style = `
  body { font: 14px/1.45 system-ui, sans-serif; margin: 0; color: #161a23; background: #f6f7f9; }
  nav { position: sticky; top: 0; padding: 10px 16px; background: #fff; border-bottom: 1px solid #d0d5de; }
  nav a { margin-right: 14px; color: #2f48c6; }
  section { padding: 0 16px 24px; }
  h2 { margin: 24px 0 4px; scroll-margin-top: 80px; }
  h3 { margin: 16px 0 6px; font-size: 14px; }
  .row { display: flex; gap: 12px; overflow-x: auto; align-items: flex-start; }
  figure { margin: 0; flex: none; }
  figcaption { font-size: 12px; color: #5f6878; }
  img { display: block; height: 320px; border: 1px solid #d0d5de; background: #fff; }
`;

const picture = (sight: Sight, theme: string) => {
  const file = `${nameOf(sight)}.${theme}.png`;
  const words = `${sight.visitor}, ${sizes[sight.size].width} wide, ${theme}`;
  return `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${sight.stop.name}: ${words}"></a><figcaption>${words}</figcaption></figure>`;
};

const idOf = (title: string) => title.toLowerCase().replace(/[^a-z]+/g, '-');

/** The page by which somebody leafs through the pictures: one row a stop, as each person sees it. */
export function tourIndex(screens: readonly Screen[], themes: readonly string[]): string {
  const links = screens.map(({ title }) => `<a href="#${idOf(title)}">${title}</a>`).join('');
  const sections = screens.map(({ title, stops }) => {
    const rows = stops.map((stop) => {
      const sights = sightsOf({ stops: [stop] }, widths);
      return `<h3>${stop.name}</h3><div class="row">${sights.flatMap((sight) => themes.map((theme) => picture(sight, theme))).join('')}</div>`;
    });
    return `<section><h2 id="${idOf(title)}">${title}</h2>${rows.join('')}</section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lead Finder: the tour</title><style>${style}</style><nav>${links}</nav>${sections.join('')}</html>\n`;
}
