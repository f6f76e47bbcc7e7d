// node .github/release-manifests.mjs IMAGE DIGEST FILE: packs k8s/ with the component `release`, which names the image by its digest.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('..', import.meta.url));
const [image, digest, file] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync(path.join(workspace, 'package.json'), 'utf8'));
const name = `lead-finder-${version}`;
const folder = mkdtempSync(path.join(tmpdir(), 'lead-finder-manifests-'));
try {
  const component = path.join(folder, name, 'k8s/components/release');
  cpSync(path.join(workspace, 'k8s'), path.join(folder, name, 'k8s'), { recursive: true });
  mkdirSync(component);
  writeFileSync(
    path.join(component, 'kustomization.yaml'),
    `# The image of Lead Finder ${version}.
apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Component
images:
  - name: lead-finder
    newName: ${image}
    digest: ${digest}
`,
  );
  execFileSync('tar', ['-czf', path.resolve(file), '-C', folder, name]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
