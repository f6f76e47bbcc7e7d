import { type ComponentType, lazy, useState } from 'react';

export type PageCode<P extends object = object> = ComponentType<P> & { fetch: () => Promise<unknown> };

/**
 * A page whose code is a separate file. It renders at once if the code is loaded. Otherwise the Suspense around it
 * shows its fallback for at least a third of a second.
 */
export function pageCode<P extends object = object>(code: () => Promise<ComponentType<P>>): PageCode<P> {
  let known: ComponentType<P> | undefined;
  const fetch = async () => (known ??= await code());
  const Awaited = lazy(async () => ({ default: await fetch() })) as unknown as ComponentType<P>;
  function Page(props: P) {
    // The chosen component stays for its lifetime: a change would mount the page again and lose its state.
    const [Chosen] = useState(() => known ?? Awaited);
    return <Chosen {...props} />;
  }
  return Object.assign(Page, { fetch });
}
