interface IconProps {
  /** The name in bootstrap-icons, without `bi-`. */
  name: string;
  className?: string;
}

/** Always beside words or inside something that is named: to a screen reader it is not there. */
export const Icon = ({ name, className = '' }: IconProps) => (
  <i className={`bi bi-${name} ${className}`.trimEnd()} aria-hidden="true" />
);
