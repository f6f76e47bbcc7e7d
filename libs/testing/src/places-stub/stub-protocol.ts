import type { StubPlace } from './stub-places.js';

/** What came in, read as far as every protocol needs it. */
export interface StubRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  at: number;
}

export interface StubAnswer {
  status: number;
  type: string;
  body: string;
}

/** What a stub does instead of answering well. */
export const scenes = [
  'no-key',
  'bad-key',
  'blocked',
  'billing',
  'daily-quota',
  'minute-quota',
  'invalid',
  'unknown',
  'odd-key',
  'odd-quota',
  'odd-denied',
  'busy',
  'busy-once',
  'broken',
  'html',
  'remark',
  'hang-up',
  'slow',
] as const;
export type Scene = (typeof scenes)[number];

/** Failures of a status that nobody documents, told by these words alone. */
export const oddWords: Partial<Record<Scene, string>> = {
  unknown: 'The kettle is empty',
  'odd-key': 'The API key is taking a rest',
  'odd-quota': 'The quota is not what it was',
  'odd-denied': 'REQUEST_DENIED by the kettle',
};

export interface StubRules {
  /** Stands in every body, as keys and project numbers stand in real ones: it must reach no answer and no log. */
  canary: string;
  /** How long after it was given a legacy page token becomes valid. */
  tokenDelayMs: number;
  /** The least time between two calls of an OpenStreetMap server. */
  spacingMs: number;
  /** All places there are, for Text Search within a rectangle; without them each search invents its own. */
  known?: readonly StubPlace[];
  /** How many places a search knows where it doesn't say so itself ('plumber !45'). */
  places: number;
}

export const json = (status: number, body: object): StubAnswer => ({
  status,
  type: 'application/json; charset=UTF-8',
  body: JSON.stringify(body),
});

export const html = (status: number, text: string): StubAnswer => ({
  status,
  type: 'text/html; charset=utf-8',
  body: `<?xml version="1.0"?><html><head><title>OSM3S Response</title></head><body><p>${text}</p></body></html>`,
});

/** A word '!quota' in the text of a search asks for a scene, '!45' for so many places. */
export const wishIn = (text: string): string | undefined => /!([a-z-]+|\d+)/.exec(text)?.[1];
export const withoutWish = (text: string): string => text.replace(/\s*!([a-z-]+|\d+)/g, '').trim();
