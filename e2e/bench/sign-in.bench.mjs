// npm run bench -- sign-in [--only PART] [--port P] [options of the part]
// Runs these parts one after another, each with a product of its own. A part exports `run`, which gets the port and the
// arguments, and returns whether it passed.
import { parseArgs } from 'node:util';

const parts = {
  times: () => import('./sign-in-times.mjs'),
  scim: () => import('./sign-in-scim.mjs'),
  providers: () => import('./sign-in-providers.mjs'),
};

const { values } = parseArgs({
  strict: false,
  options: { only: { type: 'string' }, port: { type: 'string', default: '21490' } },
});
const names = values.only ? [values.only] : Object.keys(parts);
const unknown = names.find((name) => !parts[name]);
if (unknown) throw new Error(`There is no part '${unknown}'. The parts are ${Object.keys(parts).join(', ')}.`);
for (const name of names) {
  console.log(`\n${name}`);
  const { run } = await parts[name]();
  if (!(await run(Number(values.port), process.argv.slice(2)))) process.exitCode = 1;
}
