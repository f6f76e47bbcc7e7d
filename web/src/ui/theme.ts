import { useSyncExternalStore } from 'react';
import { deviceStore } from '../lib/browser-store';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const preference = deviceStore<Theme>('theme', 'system');
const darkScreen = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined;
const listeners = new Set<() => void>();

export const shownTheme = (theme: Theme): 'light' | 'dark' =>
  theme === 'system' ? (darkScreen?.matches ? 'dark' : 'light') : theme;

const apply = () => document.documentElement.setAttribute('data-bs-theme', shownTheme(preference.read()));

/** Called before the first render, so that a dark page never flashes white; an inline script is not allowed. */
export function startTheme(): void {
  apply();
  darkScreen?.addEventListener('change', apply);
}

export function chooseTheme(theme: Theme): void {
  preference.write(theme);
  apply();
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useTheme = (): Theme => useSyncExternalStore(subscribe, preference.read);
