import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const isText = /\.(js|css|html)$/;
/** Below this size, compression saves nothing. */
const minBytes = 1_024;

/** Writes two compressed copies of each file, so that no request waits for compression. */
export function compressed(): Plugin {
  return {
    name: 'lead-finder:compressed',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = 'dist' }) {
      const files = (await readdir(dir, { recursive: true })).filter((file) => isText.test(file));
      await Promise.all(files.map((file) => compress(path.join(dir, file))));
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < minBytes) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }));
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}
