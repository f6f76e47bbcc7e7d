/** Registers the service worker after the page has loaded. Without it only the offline page is missing. */
export function registerOfflinePage(): void {
  addEventListener('load', () => {
    void navigator.serviceWorker?.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => undefined);
  });
}
