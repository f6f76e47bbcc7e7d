import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { Link, type Location, Navigate, Outlet, useLocation } from 'react-router-dom';
import { currentUserKey } from '../features/session/api';
import { HttpError, request } from '../lib/http';
import { paths } from '../lib/paths';
import { isAdmin, isLeader, type SessionUser, useSession, useUser } from '../lib/session';
import { PageSpinner } from '../ui/spinner';
import { ErrorBlock, StateBlock } from '../ui/state-block';

/**
 * Shows a spinner until the code of the first page is loaded. On later navigations the previous page stays meanwhile.
 */
export const SuspendedPage = () => (
  <Suspense fallback={<PageSpinner />}>
    <Outlet />
  </Suspense>
);

const tryAgainMs = 5_000;

/** Loads the session as soon as the server answers again. The error stays on the screen until then. */
function useRetryOnceReached(isLost: boolean, retry: () => void): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!isLost) return;
    const check = async () => {
      const options = { automatic: true, signal: AbortSignal.timeout(tryAgainMs) };
      await request<SessionUser>('GET', currentUserKey[0], undefined, options).then(
        (user) => client.setQueryData(currentUserKey, user),
        (error: unknown) => {
          if (error instanceof HttpError && error.status < 500) retry();
        },
      );
    };
    // The random part spreads the pages that lost the server at the same time.
    const timer = setInterval(() => void check(), tryAgainMs * (1 + Math.random()));
    return () => clearInterval(timer);
  }, [client, isLost, retry]);
}

const SessionLoading = () => {
  const { error, retry } = useSession();
  useRetryOnceReached(Boolean(error), retry);
  return error ? (
    <ErrorBlock title="Lead Finder could not be reached" error={error} onRetry={retry}>
      Nothing you did is lost. Check your connection, then try again.
    </ErrorBlock>
  ) : (
    <PageSpinner />
  );
};

/** Redirects to the sign-in page and remembers the requested address, unless the user signed out there. */
export function RequireSignedIn() {
  const { user, hasLeft } = useSession();
  const location = useLocation();
  if (user === undefined) return <SessionLoading />;
  if (user === null) return <Navigate to={paths.auth} replace state={hasLeft ? null : { from: location }} />;
  return <SuspendedPage />;
}

export function RequireSignedOut() {
  const { user } = useSession();
  const { state } = useLocation() as Location<{ from?: Location } | null>;
  if (user === undefined) return <SessionLoading />;
  if (user) return <Navigate to={state?.from ?? paths.home} replace />;
  return <SuspendedPage />;
}

export const RedirectNonAdmins = () => (isAdmin(useUser()) ? <Outlet /> : <Navigate to={paths.home} replace />);

export const RefuseNonAdmins = () => (isAdmin(useUser()) ? <Outlet /> : <AdminAccessRequired />);

export const RequireLeader = () => (isLeader(useUser()) ? <Outlet /> : <Navigate to={paths.crm} replace />);

const AdminAccessRequired = () => (
  <div className="lf-state-page">
    <StateBlock
      level={1}
      icon="shield-lock"
      title="Admin Access Required"
      action={
        <Link className="btn btn-primary" to={paths.home}>
          Return to Home
        </Link>
      }
    >
      You need administrator privileges to access this page.
    </StateBlock>
  </div>
);
