import type { StubPlace } from './stub-places.js';

export interface StubRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  at: number;
}

export interface StubResponse {
  status: number;
  type: string;
  body: string;
}

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

/** The messages of failures with an undocumented status. */
export const oddWords: Partial<Record<Scene, string>> = {
  unknown: 'The kettle is empty',
  'odd-key': 'The API key is taking a rest',
  'odd-quota': 'The quota is not what it was',
  'odd-denied': 'REQUEST_DENIED by the kettle',
};

export interface StubRules {
  /** Appears in every body like keys and project numbers in real ones. It must reach no response and no log. */
  canary: string;
  /** The milliseconds until a new legacy page token becomes valid. */
  tokenDelayMs: number;
  spacingMs: number;
  /** All places, for Text Search within a rectangle; without them each search invents its own. */
  known?: readonly StubPlace[];
  /** The number of results of a search without a number of its own ('plumber !45'). */
  places: number;
}

export const json = (status: number, body: object): StubResponse => ({
  status,
  type: 'application/json; charset=UTF-8',
  body: JSON.stringify(body),
});

export const html = (status: number, text: string): StubResponse => ({
  status,
  type: 'text/html; charset=utf-8',
  body: `<?xml version="1.0"?><html><head><title>OSM3S Response</title></head><body><p>${text}</p></body></html>`,
});

/** Returns the scene of '!quota' or the number of places of '!45' in the text of a search. */
export const wishIn = (text: string): string | undefined => /!([a-z-]+|\d+)/.exec(text)?.[1];
export const withoutWish = (text: string): string => text.replace(/\s*!([a-z-]+|\d+)/g, '').trim();
