import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { stylesOf, withImports } from './chunks.ts';

const page = 'offline.html';
const worker = 'service-worker.js';

/**
 * Inserts the files of the offline page into the service worker. File names have hashes, and the version is that of the
 * page, so a build that changes neither leaves the installed worker as it is.
 */
export function offlinePage(): Plugin {
  return {
    name: 'lead-finder:offline-page',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const html = bundle[page];
      const code = bundle[worker];
      if (html?.type !== 'asset' || code?.type !== 'chunk') this.error(`${page} or ${worker} was not built`);
      const entry = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.isEntry && file.facadeModuleId?.endsWith(`/${page}`),
      );
      if (entry?.type !== 'chunk') this.error(`${page} has no script`);
      const parts = [...withImports(entry, bundle)].flatMap((chunk) => [
        chunk.fileName,
        ...stylesOf(chunk),
        ...(chunk.viteMetadata?.importedAssets ?? []),
      ]);
      const files = [...new Set([page, ...parts])].map((file) => `/${file}`);
      const version = createHash('sha256').update(html.source).digest('hex').slice(0, 8);
      code.code = code.code.replace('__OFFLINE_PAGE__', JSON.stringify({ version, files }));
    },
  };
}
