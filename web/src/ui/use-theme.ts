import { useSyncExternalStore } from 'react';
import { chosenTheme, onThemeChosen, type Theme } from './theme';

/** What the person chose, kept up to date. */
export const useTheme = (): Theme => useSyncExternalStore(onThemeChosen, chosenTheme);
