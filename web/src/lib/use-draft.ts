import { useCallback, useMemo, useState } from 'react';
import { hasPersonalStore, personalStore } from './browser-store';

const prefix = 'draft.';

export const hasDrafts = (): boolean => hasPersonalStore(prefix);

/**
 * Unsaved text. It survives a reload, another page and the end of a session. It is removed when the text is saved or
 * dropped, or when the user signs out. Call `drop` after `mutateAsync`: callbacks of `mutate` do not run once the page is left.
 */
export function useDraft<T>(name: string) {
  const store = useMemo(() => personalStore<T | null>(prefix + name, null), [name]);
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
