import { fork } from 'node:child_process';
import { once } from 'node:events';

/** `get` starts the file once and resolves to its first message; `close` disconnects it, so that it stops. */
export function openSharedProcess(file) {
  let child;
  let message;
  const start = () =>
    new Promise((resolve, reject) => {
      child = fork(file, { execArgv: ['--import', new URL('typescript.mjs', import.meta.url).href] });
      child.once('message', resolve);
      child.once('exit', (code) => reject(new Error(`${file} ended with ${code}. Its output above says why.`)));
    });
  return {
    get: () => (message ??= start()),
    close: async () => {
      if (!child?.connected) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
