// Checks the containers of docs/operations.md. Needs a Docker engine and the ports 8080 to 8089.
import { execFileSync, spawn } from 'node:child_process';
import { prepare, workspace } from './prepare.mjs';
import { revisionOf } from './revision.mjs';

const maxMegabytes = 350;
const maxSecondsToStop = 15;
const wanted = { gateway: 2, leads: 3 };
const requests = 300;

process.chdir(workspace);
const project = [
  'compose',
  ...['-p', 'lead-finder-check'],
  ...['-f', 'docker-compose.yml', '-f', 'docker/compose.any-user.yml'],
];
const scaled = ['-f', 'docker/compose.scale.yml'];
const docker = (...args) =>
  execFileSync('docker', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();

function check(isRight, line) {
  if (!isRight) throw new Error(line);
  console.log(line);
}

function timed(command, args, settings = {}) {
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...settings } });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0
        ? resolve((performance.now() - startedAt) / 1_000)
        : reject(new Error(`${command} ${args.join(' ')} ended with ${code}`)),
    );
  });
}

async function isBuiltAndHealthy() {
  const labels = revisionOf(workspace);
  const seconds = await timed('docker', [...project, 'up', '-d', '--build', '--wait'], labels);
  const megabytes = Number(docker('image', 'inspect', '-f', '{{.Size}}', 'lead-finder:latest')) / 1e6;
  check(
    megabytes <= maxMegabytes,
    `Healthy ${seconds.toFixed(0)} s after 'up', building included; the image has ${megabytes.toFixed(0)} MB`,
  );
  const revision = docker(
    'image',
    'inspect',
    '-f',
    '{{index .Config.Labels "org.opencontainers.image.revision"}}',
    'lead-finder:latest',
  );
  check(revision === (labels.LEAD_FINDER_REVISION ?? 'unknown'), `The image is of revision ${revision}`);
  await timed('docker', [...project, 'stop']);
  check(
    true,
    `Healthy ${(await timed('docker', [...project, 'up', '-d', '--wait'])).toFixed(0)} s after 'up' on data that are there`,
  );
}

async function signedIn(url) {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'sam', password: 'Demo1234' }),
  });
  if (!answer.ok) throw new Error(`${url} refused sam: ${answer.status}`);
  return answer.headers.getSetCookie()[0].split(';')[0];
}

function answersOf(service, number) {
  const read = "fetch('http://127.0.0.1:9090/metrics').then((answer) => answer.text()).then(console.log)";
  const metric = service === 'gateway' ? 'http_request_duration_seconds_count' : 'bus_request_duration_seconds_count';
  const lines = docker(...project, 'exec', '-T', '--index', String(number), service, 'node', '-e', read).split('\n');
  return lines
    .filter((line) => line.startsWith(`${metric}{`))
    .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}

async function allAnswer() {
  const counts = Object.entries(wanted).flatMap(([service, count]) => ['--scale', `${service}=${count}`]);
  await timed('docker', [...project, ...scaled, 'up', '-d', '--wait', ...counts]);
  const gateways = Array.from(
    { length: wanted.gateway },
    (_, at) => `http://${docker(...project, 'port', '--index', String(at + 1), 'gateway', '8080')}`,
  );
  const cookie = await signedIn(gateways[0]);
  for (let n = 0; n < requests; n++) {
    const answer = await fetch(`${gateways[n % gateways.length]}/api/my-businesses?page=1&pageSize=10`, {
      headers: { cookie },
    });
    if (!answer.ok) throw new Error(`A list was answered ${answer.status}`);
    await answer.arrayBuffer();
  }
  for (const [service, count] of Object.entries(wanted)) {
    const each = Array.from({ length: count }, (_, at) => answersOf(service, at + 1));
    check(
      each.every((answers) => answers > requests / count / 5),
      `Each ${service} answers: ${each.join(', ')} requests`,
    );
  }
  // Open streams must not delay the end.
  return Promise.all(gateways.map((url) => fetch(`${url}/api/events`, { headers: { cookie } })));
}

async function endsInOrder() {
  const seconds = await timed('docker', [...project, ...scaled, 'stop']);
  const containers = docker(...project, 'ps', '-aq').split('\n');
  const ends = docker('inspect', '-f', '{{.Name}} {{.State.ExitCode}}', ...containers).split('\n');
  const bad = ends.filter((line) => !line.endsWith(' 0'));
  check(
    bad.length === 0,
    bad.length === 0 ? `All ${ends.length} containers ended with 0` : `Ended otherwise than with 0: ${bad.join(', ')}`,
  );
  check(seconds <= maxSecondsToStop, `Stopped within ${seconds.toFixed(1)} s`);
}

await prepare();
try {
  await isBuiltAndHealthy();
  await timed(process.execPath, ['scripts/test.mjs', '--only', 'main-job'], {
    PRODUCT_URL: 'http://localhost:8080',
    CI: 'true',
  });
  const streams = await allAnswer();
  await endsInOrder();
  await Promise.allSettled(streams.map(({ body }) => body.cancel()));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await timed('docker', [...project, ...scaled, 'down', '-v', '--remove-orphans']).catch(({ message }) =>
    console.error(message),
  );
}
