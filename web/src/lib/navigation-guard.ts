import { useEffect, useRef } from 'react';
import { type Blocker, type BlockerFunction, useBlocker } from 'react-router-dom';

type Blocked = Extract<Blocker, { state: 'blocked' }>;

interface NavigationGuard {
  blocks: BlockerFunction;
  /** Decides with `proceed` or `reset` whether the blocked navigation goes on. */
  onBlocked: (blocked: Blocked) => void;
}

const guards = new Set<{ current: NavigationGuard }>();
const blockingGuard = (navigation: Parameters<BlockerFunction>[0]) =>
  [...guards].reverse().find(({ current }) => current.blocks(navigation));

/** Asks the guards, the newest first. The router supports only one blocker at a time, so this is the only one. */
export function useNavigationBlocker(): void {
  const blocking = useRef<{ current: NavigationGuard }>(undefined);
  const blocker = useBlocker((navigation) => {
    blocking.current = blockingGuard(navigation);
    return blocking.current !== undefined;
  });
  useEffect(() => {
    if (blocker.state === 'blocked') blocking.current?.current.onBlocked(blocker);
  }, [blocker]);
}

export function useNavigationGuard(isActive: boolean, guard: NavigationGuard): void {
  const current = useRef(guard);
  useEffect(() => {
    current.current = guard;
  });
  useEffect(() => {
    if (!isActive) return;
    guards.add(current);
    return () => void guards.delete(current);
  }, [isActive]);
}

/** Lets the browser's Back close what is open, instead of leaving the page. */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  useNavigationGuard(isOpen, {
    blocks: ({ historyAction }) => historyAction === 'POP',
    onBlocked: ({ reset }) => {
      reset();
      close();
    },
  });
}
