import { useCallback, useMemo, useState } from 'react';
import { personalStore } from './browser-store';

/**
 * Text that is not saved yet. It outlives a reload, another page and a session that ends, and is gone once it is
 * saved, dropped, or the person signs out.
 */
export function useDraft<T>(name: string) {
  const store = useMemo(() => personalStore<T | null>(`draft.${name}`, null), [name]);
  const [draft, setDraft] = useState(() => store.read());
  const saveDraft = useCallback(
    (value: T) => {
      store.write(value);
      setDraft(value);
    },
    [store],
  );
  const drop = useCallback(() => {
    store.clear();
    setDraft(null);
  }, [store]);
  return { draft, saveDraft, drop };
}
