import { useSyncExternalStore } from 'react';
import { chosenTheme, onThemeChange, type ShownTheme, shownTheme, type Theme } from './theme';

/** What the person chose, kept up to date. */
export const useTheme = (): Theme => useSyncExternalStore(onThemeChange, chosenTheme);

/** What is seen: by the choice, or by the system where that is left to it. */
export const useShownTheme = (): ShownTheme => useSyncExternalStore(onThemeChange, () => shownTheme(chosenTheme()));
