// The picture of docs/performance.md: one curve for each kind of request, over the number of leads.
import { count } from './bench-lines.mjs';

const [width, height, left, right, top, bottom] = [720, 400, 60, 150, 30, 50];
const colors = ['#0d6efd', '#d63384', '#198754', '#fd7e14'];

/** Each curve has the ratio of each size to the first. */
export function growthPicture({ sizes, curves }) {
  const max = Math.max(2, ...curves.flatMap(({ ratios }) => ratios.map(Math.ceil)));
  const [first, last] = [Math.log10(sizes[0]), Math.log10(sizes.at(-1))];
  const x = (size) => left + ((Math.log10(size) - first) / (last - first || 1)) * (width - left - right);
  const y = (ms) => height - bottom - (ms / max) * (height - top - bottom);
  const text = (at, up, words, rest = '') => `<text x="${at.toFixed(1)}" y="${up.toFixed(1)}" ${rest}>${words}</text>`;
  const rows = [0, 0.25, 0.5, 0.75, 1].map((share) => share * max);
  const ends = curves.map(({ ratios }) => y(ratios.at(-1)));
  const labelAt = (index) => {
    const rank = ends.filter((end, other) => end < ends[index] || (end === ends[index] && other < index)).length;
    return Math.max(ends[index] + 4, top + 16 * rank);
  };
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13">`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(
      left - 40,
      18,
      'p95 to that of the first size in the same minute, median of all paths, with 20 changes a second',
      'fill="#333"',
    ),
    ...rows.flatMap((ms) => [
      `<line x1="${left}" x2="${width - right}" y1="${y(ms)}" y2="${y(ms)}" stroke="#ddd"/>`,
      text(left - 8, y(ms) + 4, ms, 'text-anchor="end" fill="#555"'),
    ]),
    ...sizes.map((size) => text(x(size), height - bottom + 20, count(size), 'text-anchor="middle" fill="#555"')),
    text((left + width - right) / 2, height - 10, 'leads', 'text-anchor="middle" fill="#333"'),
    ...curves.flatMap(({ name, ratios }, index) => {
      const points = ratios.map((value, at) => `${x(sizes[at]).toFixed(1)},${y(value).toFixed(1)}`);
      const color = colors[index % colors.length];
      return [
        `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2.5"/>`,
        ...points.map(
          (point) => `<circle cx="${point.split(',')[0]}" cy="${point.split(',')[1]}" r="4" fill="${color}"/>`,
        ),
        text(width - right + 12, labelAt(index), `${name} ${ratios.at(-1).toFixed(2)}`, `fill="${color}"`),
      ];
    }),
    '</svg>\n',
  ].join('\n');
}
