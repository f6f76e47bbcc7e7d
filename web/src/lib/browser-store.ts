const personal = 'lead-finder.my.';
const device = 'lead-finder.device.';

export interface BrowserStore<T> {
  read(): T;
  write(value: T): void;
  clear(): void;
}

/** A private window or a full disk must not break a page: what cannot be stored is not remembered, that is all. */
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
  };
}

/** What belongs to the signed-in person (list filters, drafts): gone at sign-out. */
export const personalStore = <T>(key: string, fallback: T): BrowserStore<T> =>
  store(() => localStorage, personal + key, fallback);

/** What belongs to this tab and person (the place to return to in a list): gone at sign-out, or with the tab. */
export const tabStore = <T>(key: string, fallback: T): BrowserStore<T> =>
  store(() => sessionStorage, personal + key, fallback);

/** What outlives a sign-out: the theme, and which months were celebrated. Holds nothing about anybody's leads. */
export const deviceStore = <T>(key: string, fallback: T): BrowserStore<T> =>
  store(() => localStorage, device + key, fallback);

export function forgetPersonalStores(): void {
  for (const storage of [localStorage, sessionStorage]) {
    for (const key of Object.keys(storage).filter((name) => name.startsWith(personal))) storage.removeItem(key);
  }
}
