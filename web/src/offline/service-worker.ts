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

/** What the leads service sends (docs/product/notifications.md#on-a-device). */
interface Pushed {
  title: string;
  message: string;
  path: string;
  tag: string;
}

self.addEventListener('push', (event) => {
  const { title, message, path, tag } = event.data!.json() as Pushed;
  const options = { body: message, tag, data: path, icon: '/icons/app-192.png' };
  event.waitUntil(self.registration.showNotification(title, options));
});

// An open page goes there itself, so that it can first ask about unsaved text.
async function openPage(path: string): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) return void (await self.clients.openWindow(path));
  page.postMessage({ path });
  await page.focus();
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPage(event.notification.data as string));
});

export {};
