import { Suspense } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { FirstStepVisits } from '../features/first-steps/first-steps-panel';
import { useSession } from '../lib/session';
import { PageSpinner } from '../ui/spinner';
import { Header } from './header';
import { LiveUpdates } from './live-updates';
import { PhoneBar } from './phone-bar';
import { PushRenewal } from './push-renewal';

/** Header, page and phone bar. Before sign-in the header holds only the logo and Help. */
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
      {user && <LiveUpdates userId={user.id} />}
      {user && <PushRenewal userId={user.id} />}
      {user && <FirstStepVisits />}
      <ScrollRestoration />
    </>
  );
}
