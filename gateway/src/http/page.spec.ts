import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyCookie from '@fastify/cookie';
import { pages } from '@lead-finder/contracts';
import { runFolder } from '@lead-finder/testing';
import { fastify, type FastifyInstance } from 'fastify';
import type { GatewaySettings } from '../gateway.config.js';
import { builtPage, servePage } from './page.js';
import { prepareResponses } from './requests/requests.js';
import { SessionCookie } from './sessions/session-cookie.js';

describe('the page', () => {
  let app: FastifyInstance;
  let folder: string;
  const get = (url: string, accept: string) => app.inject({ url, headers: { accept } });
  const html = 'text/html,application/xhtml+xml,*/*;q=0.8';

  beforeAll(async () => {
    folder = runFolder('page');
    await writeFile(path.join(folder, 'index.html'), '<title>Lead Finder</title>');
    await mkdir(path.join(folder, '.git'));
    await writeFile(path.join(folder, '.git/config'), '[core]\n');
    await mkdir(path.join(folder, 'assets'));
    for (const kind of ['js', 'css', 'svg']) await writeFile(path.join(folder, `assets/index-1a.${kind}`), 'text');
    await writeFile(path.join(folder, 'assets/index-1a.js.br'), 'brotli');
    await writeFile(path.join(folder, 'assets/index-1a.js.gz'), 'gzip');
    await writeFile(path.join(folder, 'service-worker.js'), 'worker');
    await writeFile(path.join(folder, 'manifest.webmanifest'), '{}');
    const early = {
      '/crm': '</assets/crm.js>; rel=modulepreload',
      '/business/uuid/:uuid': '</api/lead/:uuid>; rel=preload',
    };
    await writeFile(path.join(folder, 'early-requests.json'), JSON.stringify(early));
    await writeFile(path.join(folder, 'robots.txt'), 'User-agent: *\nDisallow: /\n');
    app = fastify();
    await app.register(fastifyCookie);
    prepareResponses(app, { MAP_TILE_URL: '' } as GatewaySettings);
    await servePage(app, new SessionCookie(undefined), folder);
  });
  afterAll(() => app.close());

  it.each(pages)('is served at %s to every client', async (page) => {
    for (const accept of [html, '*/*']) {
      const answer = await get(page.replace(/:\w+/, '12'), accept);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
  });

  it.each([
    ['/crm?page=2', { session: 'a' }, '</assets/crm.js>; rel=modulepreload'],
    ['/business/uuid/1a-2b', { session: 'a' }, '</api/lead/1a-2b>; rel=preload'],
    ['/business/uuid/a%3E%0D%0A:uuid', { session: 'a' }, '</api/lead/a%3E%0D%0A%3Auuid>; rel=preload'],
    ['/crm', {}, undefined],
    ['/auth', { session: 'a' }, undefined],
  ])('preloads at %s, with the cookies %p, %s', async (url, cookies, links) => {
    expect((await app.inject({ url, cookies: cookies as Record<string, string> })).headers.link).toBe(links);
  });

  it.each(['/no/such/page', '/metrics', '/apiary', '/.git/config', '/..%2f..%2fpackage.json'])(
    'returns 404 at %s: the page to a browser, the error of the API to other clients',
    async (url) => {
      const browser = await get(url, html);
      expect([browser.statusCode, browser.body]).toEqual([404, '<title>Lead Finder</title>']);
      const program = await get(url, '*/*');
      expect([program.statusCode, program.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
    },
  );

  it.each([
    '/api',
    '/api/metrics',
    '/api?x=1',
    '/%61pi/metrics',
    '/api%2Fmetrics',
    'http://localhost/api/metrics',
    '/assets/gone.js',
  ])('is not at %s', async (url) => {
    const answer = await get(url, html);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
  });

  it.each(['js', 'css', 'svg'])(
    'serves its .%s files with their type and character set, cached for a year',
    async (kind) => {
      const answer = await get(`/assets/index-1a.${kind}`, '*/*');
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect(answer.headers['content-type']).toMatch(
        /^(application\/javascript|text\/css|image\/svg\+xml); charset=utf-8$/,
      );
    },
  );

  it.each([
    ['br, gzip', 'br', 'brotli'],
    ['gzip', 'gzip', 'gzip'],
    ['identity', undefined, 'text'],
  ])('brings to a browser that takes %s what the build made small for it', async (accepted, encoding, body) => {
    const answer = await app.inject({ url: '/assets/index-1a.js', headers: { 'accept-encoding': accepted } });
    expect([answer.statusCode, answer.headers['content-encoding'], answer.body]).toEqual([200, encoding, body]);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
  });

  it.each([
    ['service-worker.js', 'application/javascript; charset=utf-8'],
    ['manifest.webmanifest', 'application/manifest+json'],
  ])('has %s looked for anew each time', async (file, type) => {
    const { statusCode, headers } = await get(`/${file}`, '*/*');
    expect([statusCode, headers['cache-control'], headers['content-type']]).toEqual([200, 'no-cache', type]);
  });

  it('is the only folder that is served: no sources and no .git, here or in the image (ASVS 13.4.1)', async () => {
    const workspace = new URL('../../../', import.meta.url);
    expect(path.relative(fileURLToPath(workspace), builtPage)).toBe(path.join('web', 'dist'));
    expect((await readFile(new URL('.dockerignore', workspace), 'utf8')).split('\n')).toContain('.git');
  });

  it('is served beside files, which have their own types', async () => {
    const answer = await get('/robots.txt', html);
    expect([answer.statusCode, answer.headers['content-type'], answer.body]).toEqual([
      200,
      'text/plain; charset=utf-8',
      'User-agent: *\nDisallow: /\n',
    ]);
  });
});
