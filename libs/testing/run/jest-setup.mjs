import { openStarter } from './starter.mjs';
import { openSharedProcess } from './shared-process.mjs';
import { openTestServers } from './test-servers.mjs';

/** Starts servers only for a spec that runs alone; `npm test` starts those of a whole run. */
export default async function setup(_, { globals: { sharedProcess } }) {
  const opened = [];
  const open = async (variable, source) => {
    const starter = await openStarter(source.get);
    process.env[variable] = starter.url;
    opened.push(source, starter);
  };
  if (!process.env.TEST_RUN_FOLDER) {
    const servers = openTestServers();
    await open('TEST_SERVERS', { ...servers, get: async (name) => (await servers.get(name)).url });
  }
  if (sharedProcess) await open('TEST_SHARED_PROCESS', openSharedProcess(sharedProcess));
  globalThis.closeTestServers = async () => {
    for (const each of opened.reverse()) await each.close();
  };
}
