import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { rememberedList as remembered } from '../../lib/lead-views';
import { changed, fromQuery, type ListState, sanitized, toQuery, toStorage } from './list-state.rules';

/** Marks an address that the list wrote itself, to distinguish it from a followed link. */
const ownAddress = { writtenBy: 'crm-list' };
const isOwn = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'writtenBy' in state && state.writtenBy === ownAddress.writtenBy;

/** The state of the list. The address takes precedence over what the browser remembers; each change updates both. */
export function useListState() {
  const location = useLocation();
  const navigate = useNavigate();
  const [state, setState] = useState(() => fromQuery(location.search) ?? sanitized(remembered.read()));
  const [seenKey, setSeenKey] = useState(location.key);

  if (seenKey !== location.key) {
    setSeenKey(location.key);
    const linked = isOwn(location.state) ? undefined : fromQuery(location.search);
    if (linked) setState(linked);
  }

  useEffect(() => {
    remembered.write(toStorage(state));
    const query = toQuery(state);
    if (query === location.search.slice(1)) return;
    void navigate({ search: query }, { replace: true, preventScrollReset: true, state: ownAddress });
  }, [state, location.search, navigate]);

  const change = useCallback((next: Partial<ListState>) => setState((current) => changed(current, next)), []);
  return { state, change, replace: setState };
}
