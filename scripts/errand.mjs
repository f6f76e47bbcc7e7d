// npm run backup -- FOLDER
// npm run restore -- FOLDER
// On the servers of DATABASE_URL and NATS_URL, else on what lies in DATA_DIR, whether the product runs or not.
import path from 'node:path';
import { prepare, workspace } from './prepare.mjs';

const [errand, ...folders] = process.argv.slice(2);
// npm runs scripts in the workspace, and people name folders from where they are.
const from = process.env.INIT_CWD ?? process.cwd();
process.chdir(workspace);
await prepare({ quiet: true });
process.argv.splice(2, Infinity, errand, ...folders.map((folder) => path.resolve(from, folder)));
await import('../services/host/dist/main.js');
