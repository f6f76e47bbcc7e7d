/** Registers the service worker after the page has loaded. `open` goes to the page of a pushed notification. */
export function registerServiceWorker(open: (path: string) => void): void {
  addEventListener('load', () => {
    void navigator.serviceWorker?.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => undefined);
  });
  navigator.serviceWorker?.addEventListener('message', ({ data }: MessageEvent<{ path: string }>) => open(data.path));
}
