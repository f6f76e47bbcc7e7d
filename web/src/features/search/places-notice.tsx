import { isAdmin, useUser } from '../../lib/session';
import { Notice } from '../../ui/notice';
import { useMissingProvider } from './api';

/** Shows an administrator what to set, and others whom to ask (docs/product/finding.md#without-a-provider). */
export function PlacesNotice() {
  const mayFix = isAdmin(useUser());
  const missing = useMissingProvider();
  return (
    missing && (
      <Notice kind="warning" role="note" icon="exclamation-triangle">
        {mayFix ? missing : 'Searches fail because the places provider is not set up. Please tell an administrator.'}
      </Notice>
    )
  );
}
