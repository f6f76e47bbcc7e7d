import { Notice } from '../../ui/notice';
import { useMissingProvider } from './api';

/** Shows an administrator what to set, and others whom to ask (docs/product/finding.md#without-a-provider). */
export function PlacesNotice() {
  const missing = useMissingProvider();
  return (
    missing && (
      <Notice kind="warning" role="note" icon="exclamation-triangle">
        {missing.text ?? 'Searches fail because the places provider is not set up. Please tell an administrator.'}
      </Notice>
    )
  );
}
