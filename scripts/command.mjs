// Runs a command of docs/operations.md on the servers of the settings, or on the data in DATA_DIR.
import path from 'node:path';
import { prepare, workspace } from './prepare.mjs';

const [command, ...given] = process.argv.slice(2);
// npm runs scripts in the workspace, but a relative path starts in the folder of the caller.
const from = process.env.INIT_CWD ?? process.cwd();
const at = (name) => path.resolve(from, name);
const commands = {
  backup: ([folder]) => folder && [at(folder)],
  restore: ([folder]) => folder && [at(folder)],
  'export-person': ([username, file = `${username}.json`]) => username && [username, at(file)],
  'erase-person': ([username]) => username && [username],
  'widen-ids': () => [],
  audit: ([action]) => action && [action],
};
if (!commands[command]) {
  const is = command ? `There is no command ${command}` : 'Please name a command';
  console.error(`${is}. The commands are ${Object.keys(commands).join(', ')}.`);
  process.exit(1);
}
process.chdir(workspace);
await prepare({ quiet: true });
process.argv.splice(2, Infinity, command, ...(commands[command](given) || []));
await import('../services/host/dist/main.js');
