import type { Screen } from './scene.js';
import { nameOf, viewsOf, sizes, type SceneView } from './scene-runner.js';

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

const picture = (view: SceneView, theme: string) => {
  const file = `${nameOf(view)}.${theme}.png`;
  const words = `${view.visitor}, ${sizes[view.size].width} wide, ${theme}`;
  return `<figure><a href="${file}"><img loading="lazy" src="${file}" alt="${view.scene.name}: ${words}"></a><figcaption>${words}</figcaption></figure>`;
};

const idOf = (title: string) => title.toLowerCase().replace(/[^a-z]+/g, '-');

/** Returns the HTML page that shows the pictures, in one row for each scene. */
export function tourIndex(screens: readonly Screen[], themes: readonly string[]): string {
  const links = screens.map(({ title }) => `<a href="#${idOf(title)}">${title}</a>`).join('');
  const sections = screens.map(({ title, scenes }) => {
    const rows = scenes.map((scene) => {
      const views = viewsOf({ scenes: [scene] }, widths);
      return `<h3>${scene.name}</h3><div class="row">${views.flatMap((view) => themes.map((theme) => picture(view, theme))).join('')}</div>`;
    });
    return `<section><h2 id="${idOf(title)}">${title}</h2>${rows.join('')}</section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Lead Finder: the tour</title><style>${style}</style><nav>${links}</nav>${sections.join('')}</html>\n`;
}
