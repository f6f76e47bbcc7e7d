const tints = ['', 'a2', 'a3', 'a4', 'a5'];

/** The first letters of the first and the last name, or the first two of the only one. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean);
  const [first = '', last] = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  // Array.from takes a character whole, also one that JavaScript stores in two parts.
  const letters = last ? [Array.from(first)[0], Array.from(last)[0]] : Array.from(first).slice(0, 2);
  return letters.join('').toUpperCase();
}

interface AvatarProps {
  name: string;
  /** Picks the tint: the same person has the same one everywhere. */
  id?: number;
  large?: boolean;
}

/** The letters are drawn by the theme: as text they would belong to the name of the button that they stand in. */
export const Avatar = ({ name, id = 0, large }: AvatarProps) => (
  <span
    className={['lf-avatar', large && 'lg', tints[id % tints.length]].filter(Boolean).join(' ')}
    data-initials={initials(name)}
    aria-hidden="true"
  />
);
