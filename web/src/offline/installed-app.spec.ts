import { readFileSync } from 'node:fs';
import path from 'node:path';

const web = path.resolve(__dirname, '../..');
const inPublic = (file: string) => path.join(web, 'public', file);

interface Icon {
  src: string;
  type: string;
  sizes: string;
  purpose?: string;
}

const manifest = JSON.parse(readFileSync(inPublic('manifest.webmanifest'), 'utf8')) as Record<string, string> & {
  icons: Icon[];
  shortcuts: { url: string; icons: Icon[] }[];
};
const page = readFileSync(path.join(web, 'index.html'), 'utf8');
const tokens = readFileSync(path.join(web, 'src/ui/tokens.css'), 'utf8').toLowerCase();
/** A token's value in the light and the dark theme. */
const token = (name: string) =>
  [...tokens.matchAll(new RegExp(`${name}: (#[0-9a-f]{6});`, 'g'))].map(([, value]) => value);

/** A PNG has its size in its first block. */
function sizeOf(file: string): string {
  const bytes = readFileSync(file);
  expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

describe('The installed app', () => {
  it('has a name, opens in a window of its own, and starts at home', () => {
    expect(manifest).toMatchObject({ name: 'Lead Finder', short_name: 'Lead Finder', display: 'standalone' });
    expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/' });
    expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest" />');
  });

  it.each([...manifest.icons, ...manifest.shortcuts.flatMap(({ icons }) => icons)])(
    'has $src as large as it says',
    ({ src, type, sizes }) => {
      expect(type).toBe('image/png');
      expect(sizeOf(inPublic(src))).toBe(sizes);
    },
  );

  it('has small and large icons, also such as a phone may cut into any shape', () => {
    const sizesFor = (purpose: string) =>
      manifest.icons.filter((icon) => icon.purpose === purpose).map(({ sizes }) => sizes);
    expect(sizesFor('any')).toEqual(['192x192', '512x512']);
    expect(sizesFor('maskable')).toEqual(['192x192', '512x512']);
    expect(sizeOf(inPublic('icons/touch-180.png'))).toBe('180x180');
  });

  it('has the colours of the theme, in light and dark', () => {
    const colours = [...page.matchAll(/name="theme-color" data-scheme="(light|dark)".* content="(.*)"/g)].map(
      ([, , value]) => value,
    );
    expect(colours).toEqual(token('--lf-surface'));
    expect([manifest.theme_color, manifest.background_color]).toEqual([
      token('--lf-surface')[0],
      token('--lf-canvas')[0],
    ]);
  });
});
