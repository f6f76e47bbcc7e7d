import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// Two cores are shared by all suites: a page may take longer than a second to draw.
configure({ asyncUtilTimeout: 15_000 });

// jsdom draws nothing, so it has no scrolling and no screen: tests see the wide page with a light screen.
window.scrollTo = () => undefined;
window.matchMedia = (media: string): MediaQueryList =>
  ({
    media,
    matches: media.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }) as unknown as MediaQueryList;

// jsdom's files can be read in the old way alone.
Blob.prototype.arrayBuffer ??= function arrayBuffer(this: Blob) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer);
    reader.onerror = () => reject(reader.error ?? new Error('The file cannot be read'));
    reader.readAsArrayBuffer(this);
  });
};

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
