import { deviceStore } from '../lib/browser-store';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];
export type ShownTheme = 'light' | 'dark';

const preference = deviceStore<Theme>('theme', 'system');
const darkScreen = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;
const listeners = new Set<() => void>();

export const chosenTheme = (): Theme => preference.read();

export const shownTheme = (theme: Theme): ShownTheme =>
  theme === 'system' ? (darkScreen?.matches ? 'dark' : 'light') : theme;

function apply(): void {
  const theme = chosenTheme();
  document.documentElement.setAttribute('data-bs-theme', shownTheme(theme));
  // Gives the browser's own bars the colour of the header.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.dataset.scheme;
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${scheme})` : theme === scheme ? 'all' : 'not all';
  }
}

/**
 * Called before the first render, so that a dark page never flashes white. The content security policy forbids an
 * inline script.
 */
export function startTheme(): void {
  apply();
  darkScreen?.addEventListener('change', change);
}

export function chooseTheme(theme: Theme): void {
  preference.write(theme);
  change();
}

function change(): void {
  apply();
  for (const listener of listeners) listener();
}

/** Calls the listener when the choice or the system's theme changes. Returns a function that removes it. */
export function onThemeChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
