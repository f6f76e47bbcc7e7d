import type { Plugin } from 'vite';
import { stylesOf, withImports } from './chunks.ts';

/** Where the gateway finds it, beside the page. */
const file = 'early-requests.json';

export interface Early {
  /** Sources of the page's own code. */
  code: string[];
  /** Addresses of the API that the page asks for whatever else it knows; `:name` stands for a part of its own address. */
  answers?: string[];
}

/**
 * Writes down what each page of somebody who is signed in takes, so that the gateway can tell a browser in the head of
 * its answer: it then comes beside the first script, not after that has run.
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
        // What runs first comes first: a browser asks for six files at a time.
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

/** With the credentials that lib/http.ts sends: an answer to anything else would not be taken for it. */
const answerLink = (address: string) => `<${address}>; rel=preload; as=fetch; crossorigin=use-credentials`;
