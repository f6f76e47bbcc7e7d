// npm run backup -- FOLDER
// npm run restore -- FOLDER
// npm run admin -- export-person USERNAME [FILE]
// npm run admin -- erase-person USERNAME
// On the servers of DATABASE_URL and NATS_URL, else on what lies in DATA_DIR, whether the product runs or not.
import path from 'node:path';
import { prepare, workspace } from './prepare.mjs';

const [errand, ...given] = process.argv.slice(2);
// npm runs scripts in the workspace, and people name folders from where they are.
const from = process.env.INIT_CWD ?? process.cwd();
const at = (name) => path.resolve(from, name);
const errands = {
  backup: ([folder]) => folder && [at(folder)],
  restore: ([folder]) => folder && [at(folder)],
  'export-person': ([username, file = `${username}.json`]) => username && [username, at(file)],
  'erase-person': ([username]) => username && [username],
};
if (!errands[errand]) {
  console.error(`There is ${Object.keys(errands).join(', ')}; not ${errand ?? 'nothing'}.`);
  process.exit(1);
}
process.chdir(workspace);
await prepare({ quiet: true });
process.argv.splice(2, Infinity, errand, ...(errands[errand](given) || []));
await import('../services/host/dist/main.js');
