import type { Plugin } from 'vite';
import { stylesOf, withImports } from './chunks.ts';

/** The gateway reads it from this place beside the page. */
const file = 'early-requests.json';

export interface Early {
  code: string[];
  /** API addresses that the page always requests. `:name` is a part of the page's own address. */
  answers?: string[];
}

/**
 * Lists what each signed-in page loads. The gateway sends it in the head of its response, so that the browser loads it
 * beside the first script instead of after it.
 */
export function earlyRequests(pages: Record<string, Early>): Plugin {
  return {
    name: 'lead-finder:early-requests',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const chunkOf = (source: string) =>
        chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src/${source}`))) ??
        this.error(`${source} was not built`);
      const links = Object.entries(pages).map(([page, { code, answers = [] }]) => {
        // Lists what runs first at the start: a browser loads six files at a time.
        const chunksOfPage = ['main.tsx', ...code].flatMap((source) => [...withImports(chunkOf(source), bundle)]);
        const files = chunksOfPage.flatMap((chunk) => [chunk.fileName, ...stylesOf(chunk)]);
        const user = answerLink('/api/user');
        return [page, [...new Set(files.map(fileLink)), user, ...answers.map(answerLink)].join(', ')];
      });
      this.emitFile({ type: 'asset', fileName: file, source: JSON.stringify(Object.fromEntries(links), null, 1) });
    },
  };
}

const fileLink = (name: string) =>
  name.endsWith('.css') ? `</${name}>; rel=preload; as=style; crossorigin` : `</${name}>; rel=modulepreload`;

/** With the credentials of lib/http.ts, because a preload must match its request. */
const answerLink = (address: string) => `<${address}>; rel=preload; as=fetch; crossorigin=use-credentials`;
