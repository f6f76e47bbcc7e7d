import { statSync } from 'node:fs';
import path from 'node:path';
import { screens } from './screens.js';
import { withWalk } from './take-tour.js';
import type { Visitor } from './stop.js';

/** The pictures of the README: file, stop, and who looks. */
const pictures: readonly [file: string, stop: string, visitor: Visitor][] = [
  ['search.png', 'search-cards', 'admin'],
  ['leads.png', 'list', 'admin'],
  ['lead.png', 'lead', 'sam'],
];
const size = { width: 1280, height: 680 };
const mostBytes = 200_000;

/** Takes them of the product as it is; one that is too heavy for a README is an error. */
export async function takePictures(folder: string, say: (line: string) => void): Promise<void> {
  const stops = screens.flatMap((screen) => screen.stops);
  await withWalk(async (walk) => {
    for (const [file, name, visitor] of pictures) {
      const stop = stops.find((each) => each.name === name)!;
      const target = path.join(folder, file);
      const wrong = await walk.see([{ stop, visitor, size: 'desk' }], async (page) => {
        await page.setViewportSize(size);
        await page.screenshot({ path: target, animations: 'disabled' });
        return [];
      });
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
      const bytes = statSync(target).size;
      if (bytes > mostBytes) throw new Error(`${file} has ${bytes} bytes, more than ${mostBytes}`);
      say(`${file}: ${Math.round(bytes / 1_000)} kB`);
    }
  });
}
