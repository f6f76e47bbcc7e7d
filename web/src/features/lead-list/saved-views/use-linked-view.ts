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
 * Applies the view of a link, which has only its key, and the user's default view at the first opening. Returns whether
 * the list must wait for it.
 */
export function useLinkedView(state: ListState, replace: (state: ListState) => void): boolean {
  const { data: views, isPending } = useSavedViews();
  const { search } = useLocation();
  const [opensDefault] = useState(() => isFirstOpening && search === '');
  const [seen, setSeen] = useState<string | null>(null);

  if (views && seen !== state.saved) {
    const linked = views.find(({ key }) => key === state.saved);
    const opened = seen === null && opensDefault ? (views.find(({ isDefault }) => isDefault) ?? linked) : linked;
    const isApplied = !opened || (opened === linked && queryOf(state) !== '');
    setSeen(isApplied ? state.saved : opened.key);
    if (!isApplied) replace(stateOf(opened));
  }

  useEffect(() => {
    isFirstOpening = false;
    if (views) hasDefault.write(views.some(({ isDefault }) => isDefault));
  }, [views]);

  const hasKeyAlone = state.saved !== '' && queryOf(state) === '';
  return isPending && (hasKeyAlone || (opensDefault && hasDefault.read()));
}
