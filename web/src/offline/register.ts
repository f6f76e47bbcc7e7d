/** Lets the browser keep the offline page once this one is whole. Without it nothing but that page is missing. */
export function registerOfflinePage(): void {
  addEventListener('load', () => {
    void navigator.serviceWorker?.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => undefined);
  });
}
