import { encode } from 'uqr';

/** Draws the text as a QR code, dark on light in every theme, because many cameras read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { border: 4 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} width="200" height="200">
      <path fill="white" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="black" shapeRendering="crispEdges" d={squares.join('')} />
    </svg>
  );
}
