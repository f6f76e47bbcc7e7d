import { spawnSync } from 'node:child_process';

const git = (folder, ...args) => {
  const { status, stdout } = spawnSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};

export function revisionOf(folder) {
  const revision = git(folder, 'describe', '--always', '--dirty', '--abbrev=40', '--exclude=*');
  const source = /^https?:\/\/(?:[^@/]*@)?(.+)$/.exec(git(folder, 'config', '--get', 'remote.origin.url') ?? '')?.[1];
  return {
    ...(revision && { LEAD_FINDER_REVISION: revision }),
    ...(source && { LEAD_FINDER_SOURCE: `https://${source}` }),
  };
}
