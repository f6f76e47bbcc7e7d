import { lazy, Suspense, useEffect } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { FirstStepVisits } from '../features/first-steps/first-steps-panel';
import { keepFocus } from '../lib/keep-focus';
import { useNavigationBlocker } from '../lib/navigation-guard';
import { useSession } from '../lib/session';
import { ignoreStrayClicks } from '../lib/stray-clicks';
import { otherDeviceZone } from '../lib/time-zone';
import { PageSpinner } from '../ui/spinner';
import { Header } from './header';
import { LiveUpdates } from './live-updates';
import { PhoneBar } from './phone-bar';
import { PushRenewal } from './push-renewal';

const TimeZoneNotice = lazy(async () => ({
  default: (await import('../features/session/time-zone-notice')).TimeZoneNotice,
}));

const SecondFactorNotice = lazy(async () => ({
  default: (await import('../features/session/security/second-factor-notice')).SecondFactorNotice,
}));
const SecondFactorPage = lazy(async () => ({
  default: (await import('../features/session/security/second-factor-page')).SecondFactorPage,
}));

/** A user who must set up a second factor sees nothing else. */
export function Layout() {
  const { user } = useSession();
  useEffect(keepFocus, []);
  useEffect(ignoreStrayClicks, []);
  useNavigationBlocker();
  if (!user?.secondFactor?.isDue) return <PageLayout />;
  return (
    <Suspense fallback={<PageSpinner />}>
      <SecondFactorPage />
    </Suspense>
  );
}

/** Header, page and phone bar. Before sign-in the header holds only the logo and Help. */
function PageLayout() {
  const { user } = useSession();
  // Without a time zone of the user or of a team there is nothing to compare.
  const device = user?.timeZone ? otherDeviceZone(user.timeZone) : null;
  return (
    <>
      <a className="lf-skip" href="#main">
        Skip to content
      </a>
      <Header />
      <main className="lf-main" id="main" tabIndex={-1}>
        {user?.secondFactor && (
          <Suspense fallback={null}>
            <SecondFactorNotice from={user.secondFactor.from} />
          </Suspense>
        )}
        {user && device && (
          <Suspense fallback={null}>
            <TimeZoneNotice key={device} userId={user.id} device={device} />
          </Suspense>
        )}
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
