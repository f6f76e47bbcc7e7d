import { lazy, Suspense } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { useSession } from '../lib/session';
import { PageSpinner } from '../ui/spinner';
import { Header } from './header';
import { PhoneBar } from './phone-bar';

const LiveUpdates = lazy(async () => ({ default: (await import('./live-updates')).LiveUpdates }));

/** Header, page and phone bar. Signed out, the header holds the logo and Help alone. */
export function Layout() {
  const { user } = useSession();
  return (
    <>
      <a className="lf-skip" href="#main">
        Skip to content
      </a>
      <Header />
      <main className="lf-main" id="main" tabIndex={-1}>
        <Suspense fallback={<PageSpinner />}>
          <Outlet />
        </Suspense>
      </main>
      {user && <PhoneBar user={user} />}
      {user && (
        <Suspense fallback={null}>
          <LiveUpdates userId={user.id} />
        </Suspense>
      )}
      <ScrollRestoration />
    </>
  );
}
