import { useSyncExternalStore } from 'react';
import { chosenTheme, onThemeChange, type ShownTheme, shownTheme, type Theme } from './theme';

/** The current choice of the user. */
export const useTheme = (): Theme => useSyncExternalStore(onThemeChange, chosenTheme);

/** The visible theme: the choice, or the system's. */
export const useShownTheme = (): ShownTheme => useSyncExternalStore(onThemeChange, () => shownTheme(chosenTheme()));
