/// <reference lib="webworker" />

declare const self: ServiceWorkerGlobalScope;
/** The build inserts the files of the offline page, and a version that changes with them. */
declare const __OFFLINE_PAGE__: { version: string; files: string[] };

const { version, files } = __OFFLINE_PAGE__;
const cacheName = `offline-page-${version}`;

// Caches only the offline page, no response of the API.
async function cacheOfflinePage(): Promise<void> {
  const cache = await caches.open(cacheName);
  await cache.addAll(files.map((file) => new Request(file, { cache: 'reload' })));
  await self.skipWaiting();
}

async function takeOver(): Promise<void> {
  const others = (await caches.keys()).filter((name) => name !== cacheName);
  await Promise.all(others.map((name) => caches.delete(name)));
  // Lets the browser request the page while it starts the worker, so that the worker costs no time.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function navigate({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return ((await preloadResponse) as Response | undefined) ?? (await fetch(request));
  } catch {
    return (await caches.match('/offline.html')) ?? Response.error();
  }
}

self.addEventListener('install', (event) => event.waitUntil(cacheOfflinePage()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === 'navigate') event.respondWith(navigate(event));
  else if (origin === self.location.origin && files.includes(pathname)) {
    event.respondWith(caches.match(request).then((answer) => answer ?? fetch(request)));
  }
});

export {};
