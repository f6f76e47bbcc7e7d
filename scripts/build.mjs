import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildOf, findProjects, workspace } from './prepare.mjs';

const options = process.argv.slice(2);
const { note } = buildOf(findProjects());
const nx = path.join(workspace, 'node_modules/nx/dist/bin/nx.js');
const { status } = spawnSync(process.execPath, [nx, 'run-many', '-t', 'build', ...options], { stdio: 'inherit' });
if (status === 0 && options.length === 0) note();
process.exitCode = status ?? 1;
