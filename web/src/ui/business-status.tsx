const known: Record<string, { label: string; className: string }> = {
  OPERATIONAL: { label: 'Operational', className: 'ok' },
  CLOSED_TEMPORARILY: { label: 'Temporarily closed', className: 'temp' },
  CLOSED_PERMANENTLY: { label: 'Permanently closed', className: 'gone' },
};

/** A dot and a word, unlike the pill of a lead's status. Grey if unknown. */
export function BusinessStatus({ status }: { status?: string | null }) {
  const { label, className } = known[status ?? ''] ?? { label: 'Status unknown', className: '' };
  return <span className={`lf-biz ${className}`.trimEnd()}>{label}</span>;
}
