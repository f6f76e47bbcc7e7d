import '@testing-library/jest-dom';
import { cleanup, configure, getConfig } from '@testing-library/react';
import * as react from 'react';
import './computed-style';

/** React makes a stack for each element until this many were made in a second. Only its warnings would show them. */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = react as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: { recentlyCreatedOwnerStacks: number };
};
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  configurable: true,
  get: () => Infinity,
  set() {},
});

const isPolling = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics;

configure(({ getElementError }) => ({
  // All suites share two cores, so a page may take longer than a second to render.
  asyncUtilTimeout: 15_000,
  // While a spec waits, only the last of many errors is read, and the page that it prints costs more than the search.
  getElementError: function missing(message, container) {
    if (!isPolling()) {
      const error = getElementError(message, container);
      Error.captureStackTrace(error, missing);
      return error;
    }
    const error = Object.assign(new Error(), { name: 'TestingLibraryElementError' });
    return Object.defineProperty(error, 'message', {
      configurable: true,
      get: () => getElementError(message, container).message,
    });
  },
}));

// jsdom has no scrolling and no screen: tests see the wide, light page.
window.scrollTo = () => undefined;
window.matchMedia = (media: string): MediaQueryList =>
  ({
    media,
    matches: media.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList;

// jsdom's files have only the older way to be read.
Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'));
    reader.readAsArrayBuffer(this);
  });
};

// The library does both for the spec that loads it first.
beforeAll(() => void Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true }));
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
