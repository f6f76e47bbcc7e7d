import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { runFolder } from './index.js';

const script = fileURLToPath(new URL('../../../scripts/test.mjs', import.meta.url));

/** Runs `npm test` for one suite on a machine without a browser and without a way to install one. */
function runWithoutBrowser(settings: Record<string, string>): Promise<{ code: number; output: string }> {
  const env = { HOME: process.env.HOME, PATH: runFolder('no-programs'), ...settings };
  return new Promise((resolve) => {
    execFile(process.execPath, [script, '--only', 'testing/src/browser.spec'], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });
}

describe('a test run without a server that it needs', () => {
  const line =
    /^Left out, for want of browser \(No browser: none of chromium-headless-shell, .*\): libs\/testing\/src\/browser\.spec\.ts$/m;

  it('fails in CI, and names the server, the reason and each suite', async () => {
    const { code, output } = await runWithoutBrowser({ CI: 'true' });
    expect(output).toMatch(line);
    expect(output).toMatch(/^0 passed, [1-9] failed$/m);
    expect(code).toBe(1);
  }, 120_000);

  it('reports the same elsewhere, and continues with the others', async () => {
    const { code, output } = await runWithoutBrowser({});
    expect(output).toMatch(line);
    expect(output).toMatch(/^0 passed, 0 failed$/m);
    expect(code).toBe(0);
  }, 120_000);
});
