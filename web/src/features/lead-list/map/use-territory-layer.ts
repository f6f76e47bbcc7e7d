import { useEffect, useState } from 'react';
import { personalStore } from '../../../lib/browser-store';
import { isAdmin, useUser } from '../../../lib/session';
import { useTerritoryNames, useTerritoryShapes } from '../../../lib/territories';
import { useToast } from '../../../ui/toasts';

const stored = personalStore('map.territories', false);

/** Whether the map draws the territories, whose shapes only an administrator may read. Remembered in the browser. */
export function useTerritoryLayer() {
  const toast = useToast();
  const isOffered = useTerritoryNames(isAdmin(useUser())).length > 0;
  const [isOn, setOn] = useState(stored.read);
  const { data, dataUpdatedAt: readAt, error, isFetching } = useTerritoryShapes(isOffered && isOn);
  useEffect(() => {
    if (error) toast.failure(error, 'The territories could not be loaded');
  }, [error, toast]);
  const isEmpty = isOn && data?.features.every(({ geometry }) => geometry === null);
  useEffect(() => {
    if (isEmpty) toast.info('No territory has a shape', 'They are ZIP codes, counties or states alone.');
  }, [isEmpty, toast]);
  const toggle = () => {
    stored.write(!isOn);
    setOn(!isOn);
  };
  return { isOffered, isOn, toggle, isFetching, features: isOffered && isOn ? (data?.features ?? []) : [], readAt };
}
