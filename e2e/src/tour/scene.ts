import type { Page } from 'playwright-core';
import type { TourData } from './tour-data.js';

/** An account of the demo team, or `signed-out` for a visitor. */
export type Visitor = 'admin' | 'maria' | 'sam' | 'signed-out';

/** One screen, dialog or state of the product, and how to open it. */
export interface Scene {
  /** The file name of its pictures: the screen, then the state. */
  name: string;
  as: readonly Visitor[];
  /** Opens the scene from an empty page. Resolves when the page shows it. */
  open: (page: Page, data: TourData) => Promise<unknown>;
  /** The server refuses a request here, which Chromium reports in the console. */
  expectsErrors?: boolean;
  /** The scene shows skeletons or spinners that never go. */
  staysLoading?: boolean;
  /** The only kind of screen on which the scene exists. */
  on?: 'phone' | 'desk';
}

export interface Screen {
  title: string;
  scenes: readonly Scene[];
}
