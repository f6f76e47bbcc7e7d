// npm run seed -- [--leads N] [--users M] [--password P]: fills the database with invented users and leads.
import { prepare, workspace } from './prepare.mjs';

process.chdir(workspace);
await prepare({ quiet: true });
process.argv.splice(2, 0, 'seed');
await import('../services/host/dist/main.js');
