import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { personalStore } from '../../../lib/browser-store';
import type { ListState } from '../list-state.rules';
import { useSavedViews } from './api';
import { queryOf, stateOf } from './saved-views.rules';

/** True until the list was opened once since the page loaded. */
let isFirstOpening = true;

const hasDefault = personalStore('has-default-view', false);

/**
 * Applies the view of a link, which has only its key, and the user's default view at the first opening. The list must wait
 * while `isOpening`. A key without a view leaves the address, and `isLost` says so.
 */
export function useLinkedView(state: ListState, replace: (state: ListState) => void) {
  const { data: views, isPending, isFetching, isError } = useSavedViews();
  const { search } = useLocation();
  const [opensDefault] = useState(() => isFirstOpening && search === '');
  const [seen, setSeen] = useState<string | null>(null);
  const [isLost, setLost] = useState(false);

  const linked = views?.find(({ key }) => key === state.saved);
  // Views that were read before may lack a new one.
  const isMissing = state.saved !== '' && !linked;
  if (views && seen !== state.saved && !(isMissing && (isFetching || isError))) {
    const opened = seen === null && opensDefault ? (views.find(({ isDefault }) => isDefault) ?? linked) : linked;
    const isApplied = !opened || (opened === linked && queryOf(state) !== '');
    const isGone = isMissing && !opened;
    setSeen(isGone ? '' : isApplied ? state.saved : opened.key);
    setLost(isGone || (isLost && !opened));
    if (isGone) replace({ ...state, saved: '' });
    if (!isApplied) replace(stateOf(opened));
  }

  useEffect(() => {
    isFirstOpening = false;
    if (views) hasDefault.write(views.some(({ isDefault }) => isDefault));
  }, [views]);

  const hasKeyAlone = state.saved !== '' && queryOf(state) === '';
  return {
    isOpening: (hasKeyAlone && !linked && isFetching) || (isPending && opensDefault && hasDefault.read()),
    isLost,
    close: () => setLost(false),
  };
}
