const personal = 'lead-finder.my.';
const device = 'lead-finder.device.';

export interface BrowserStore<T> {
  read(): T;
  write(value: T): void;
  clear(): void;
  /** Calls back after another tab wrote or cleared it. Returns a function that ends it. */
  onOtherTab(listener: () => void): () => void;
}

/** Ignores storage errors: a private window or a full disk only loses what would be remembered. */
function store<T>(storage: () => Storage, key: string, fallback: T): BrowserStore<T> {
  return {
    read() {
      try {
        const text = storage().getItem(key);
        return text === null ? fallback : (JSON.parse(text) as T);
      } catch {
        return fallback;
      }
    },
    write(value) {
      try {
        storage().setItem(key, JSON.stringify(value));
      } catch {
        return;
      }
    },
    clear() {
      try {
        storage().removeItem(key);
      } catch {
        return;
      }
    },
    onOtherTab(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key) listener();
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

/** Belongs to the signed-in user (list filters, drafts). Cleared at sign-out. */
export const personalStore = <T>(key: string, fallback: T): BrowserStore<T> =>
  store(() => localStorage, personal + key, fallback);

/** Belongs to this tab and user (list position). Cleared at sign-out and with the tab. */
export const tabStore = <T>(key: string, fallback: T): BrowserStore<T> =>
  store(() => sessionStorage, personal + key, fallback);

/** Survives a sign-out: the theme, and the celebrated months. Contains nothing about leads. */
export const deviceStore = <T>(key: string, fallback: T): BrowserStore<T> =>
  store(() => localStorage, device + key, fallback);

export function hasPersonalStore(prefix: string): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(personal + prefix));
  } catch {
    return false;
  }
}

export function forgetPersonalStores(...storages: Storage[]): void {
  for (const storage of storages) {
    for (const key of Object.keys(storage).filter((name) => name.startsWith(personal))) storage.removeItem(key);
  }
}
