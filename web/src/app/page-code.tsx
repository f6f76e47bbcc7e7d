import { type ComponentType, lazy, useState } from 'react';

export type PageCode<P extends object = object> = ComponentType<P> & { fetch: () => Promise<unknown> };

/**
 * A page whose code is a file of its own: drawn at once where that was fetched before, otherwise as soon as it is there,
 * by the Suspense around it, which shows its fallback for a third of a second at the least.
 */
export function pageCode<P extends object = object>(code: () => Promise<ComponentType<P>>): PageCode<P> {
  let known: ComponentType<P> | undefined;
  const fetch = async () => (known ??= await code());
  const Awaited = lazy(async () => ({ default: await fetch() })) as unknown as ComponentType<P>;
  function Page(props: P) {
    // One of the two as long as it stands: the other would be drawn anew, without what it holds.
    const [Chosen] = useState(() => known ?? Awaited);
    return <Chosen {...props} />;
  }
  return Object.assign(Page, { fetch });
}
