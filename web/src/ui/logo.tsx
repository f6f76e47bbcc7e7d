export const LogoMark = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <rect width="24" height="24" rx="6.5" />
    <g fill="none" stroke="#fff" strokeWidth="1.9" strokeLinecap="round">
      <circle cx="11" cy="11" r="5.1" />
      <path d="m14.9 14.9 3.4 3.4" />
    </g>
    <circle cx="11" cy="11" r="1.75" fill="#fff" />
  </svg>
);
