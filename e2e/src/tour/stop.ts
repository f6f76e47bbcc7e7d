import type { Page } from 'playwright-core';
import type { Scene } from './scene.js';

/** Who looks: an account of the demo team, or nobody yet. */
export type Visitor = 'admin' | 'maria' | 'sam' | 'nobody';

/** One screen, dialog or state of the product, and the way to it. */
export interface Stop {
  /** Its pictures' file name: the screen, then what is special about it. */
  name: string;
  as: readonly Visitor[];
  /** What a person does to get there, from an empty page; done when it stands there. */
  open: (page: Page, scene: Scene) => Promise<unknown>;
  /** Here the server refuses something, and Chromium writes that into the console. */
  refuses?: boolean;
  /** Bones and spinners are what is to be seen. */
  waits?: boolean;
  /** Where it exists only on phones, or only above. */
  on?: 'phone' | 'desk';
}

/** The stops of one screen. */
export interface Screen {
  title: string;
  stops: readonly Stop[];
}
