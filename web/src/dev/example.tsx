import type { ReactNode } from 'react';

interface ExampleProps {
  /** The component's name and its state. */
  name: string;
  /** Lays the states out below each other. */
  stacked?: boolean;
  children: ReactNode;
}

/** Shows one component in one or more states, under its name. */
export const Example = ({ name, stacked, children }: ExampleProps) => (
  <section className="mb-4" aria-label={name}>
    <h3 className="muted mb-2">{name}</h3>
    <div className={stacked ? 'd-grid gap-2' : 'd-flex flex-wrap gap-3 align-items-center'}>{children}</div>
  </section>
);
