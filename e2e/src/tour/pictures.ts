import { statSync } from 'node:fs';
import path from 'node:path';
import { screens } from './screens.js';
import { withSceneRunner } from './take-tour.js';
import type { Visitor } from './scene.js';

/** The pictures of the README: file, scene and visitor. */
const pictures: readonly [file: string, scene: string, visitor: Visitor][] = [
  ['search.png', 'search-cards', 'admin'],
  ['leads.png', 'list', 'admin'],
  ['lead.png', 'lead', 'sam'],
];
const size = { width: 1280, height: 680 };
const maxBytes = 200_000;

/** Takes the pictures of the README. Throws if one has more than `maxBytes`. */
export async function takePictures(folder: string, say: (line: string) => void): Promise<void> {
  const scenes = screens.flatMap((screen) => screen.scenes);
  await withSceneRunner(async (runner) => {
    for (const [file, name, visitor] of pictures) {
      const scene = scenes.find((each) => each.name === name)!;
      const target = path.join(folder, file);
      const wrong = await runner.run([{ scene, visitor, size: 'desk' }], async (page) => {
        await page.setViewportSize(size);
        await page.screenshot({ path: target, animations: 'disabled' });
        return [];
      });
      if (wrong.length > 0) throw new Error(wrong.join('\n'));
      const bytes = statSync(target).size;
      if (bytes > maxBytes) throw new Error(`${file} has ${bytes} bytes, more than ${maxBytes}`);
      say(`${file}: ${Math.round(bytes / 1_000)} kB`);
    }
  });
}
