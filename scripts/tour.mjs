// npm run tour [-- --to FOLDER] [--only NAME] [--pictures]: pictures of each screen and state as each role.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { prepare, workspace } from './prepare.mjs';

const { values: options } = parseArgs({
  options: { to: { type: 'string', default: 'tour' }, only: { type: 'string' }, pictures: { type: 'boolean' } },
});
await prepare({ quiet: true });
await import('../libs/testing/run/typescript.mjs');
const say = (line) => console.log(line);

if (options.pictures) {
  const { takePictures } = await import('../e2e/src/tour/pictures.ts');
  await takePictures(path.join(workspace, 'docs', 'images'), say);
} else {
  const { takeTour } = await import('../e2e/src/tour/take-tour.ts');
  const folder = path.resolve(options.to);
  const wrong = await takeTour({ folder, only: options.only, say });
  for (const line of wrong) console.error(line);
  say(`The tour stands in ${path.join(folder, 'index.html')}`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
}
