const tints = ['', 'a2', 'a3', 'a4', 'a5'];

/** The first letters of the first and last name, or the first two of a single name. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._-]+/)
    .filter(Boolean);
  const [first = '', last] = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  // Array.from splits by character, also those of two code units.
  const letters = last ? [Array.from(first)[0], Array.from(last)[0]] : Array.from(first).slice(0, 2);
  return letters.join('').toUpperCase();
}

interface AvatarProps {
  name: string;
  /** Picks the tint, which is the same for a user everywhere. */
  id?: number;
  large?: boolean;
}

/** The theme draws the letters: as text they would be part of the name of the button around them. */
export const Avatar = ({ name, id = 0, large }: AvatarProps) => (
  <span
    className={['lf-avatar', large && 'lg', tints[id % tints.length]].filter(Boolean).join(' ')}
    data-initials={initials(name)}
    aria-hidden="true"
  />
);
