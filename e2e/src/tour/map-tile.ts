import type { Route } from 'playwright-core';

/** The public tile service. Tests never call it. */
export const isTile = /^https:\/\/[^/]*tile\.openstreetmap\.org\//;

const side = 256;

/** Answers with the tile of an invented town. Its streets continue on the next tile. */
export async function drawTile(route: Route): Promise<void> {
  const [, x, y] = /\/(\d+)\/(\d+)\.png/.exec(route.request().url()) ?? ['', '0', '0'];
  const kind = (Number(x) * 7 + Number(y) * 13) % 5;
  const streets = [32, 96, 160, 224].map((at) => `M${at} 0V${side}M0 ${at}H${side}`).join('');
  const park = kind === 2 ? '<rect x="100" y="36" width="56" height="120" rx="6" fill="#dbe8d3"/>' : '';
  const water = kind === 4 ? `<rect x="164" y="164" width="56" height="56" rx="20" fill="#c9dcea"/>` : '';
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" fill="#f0f1ee"/>${park}${water}<path d="${streets}" stroke="#fff" stroke-width="5"/><path d="M0 128H${side}" stroke="#f8e2ae" stroke-width="8"/></svg>`;
  await route.fulfill({ contentType: 'image/svg+xml', body });
}
