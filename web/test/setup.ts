import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// All suites share two cores, so a page may take longer than a second to render.
configure({ asyncUtilTimeout: 15_000 });

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

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
