interface IconProps {
  /** The name in bootstrap-icons, without `bi-`. */
  name: string;
  className?: string;
}

/** Hidden from screen readers, because it is always beside words or in a named element. */
export const Icon = ({ name, className = '' }: IconProps) => (
  <i className={`bi bi-${name} ${className}`.trimEnd()} aria-hidden="true" />
);
