import type { ReactNode } from 'react';

/** What only the owner changes. A manager of the branch reads it without its buttons and forms. */
export const OwnersOnly = ({ isOwn, children }: { isOwn: boolean; children: ReactNode }) =>
  isOwn ? (
    children
  ) : (
    <fieldset disabled className="lf-read-only">
      {children}
    </fieldset>
  );
