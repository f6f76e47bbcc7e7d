import type { ReactNode } from 'react';

interface ExampleProps {
  /** The component's name and what sets this state apart. */
  name: string;
  /** Below each other instead of side by side. */
  stacked?: boolean;
  children: ReactNode;
}

/** One component in one or more of its states, under its name. */
export const Example = ({ name, stacked, children }: ExampleProps) => (
  <section className="mb-4" aria-label={name}>
    <h3 className="muted mb-2">{name}</h3>
    <div className={stacked ? 'd-grid gap-2' : 'd-flex flex-wrap gap-3 align-items-center'}>{children}</div>
  </section>
);
