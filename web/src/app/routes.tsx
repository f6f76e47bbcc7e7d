import { type ComponentType, lazy } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { paths } from '../lib/paths';
import { AwaitedPage, ForLeaders, ForSignedIn, ForSignedOut, RedirectNonAdmins, RefuseNonAdmins } from './guards';
import { RouteErrorPage } from './route-error-page';

type Code = () => Promise<{ default: ComponentType }>;

/** A page whose code is a file of its own. Where it lies stands in its handle, so that it can be fetched early. */
function page(code: Code): Pick<RouteObject, 'element' | 'handle'> {
  const Page = lazy(code);
  return { element: <Page />, handle: code };
}

const leadProfile = page(async () => ({
  default: (await import('../features/lead-profile/lead-profile-page')).LeadProfilePage,
}));

/** The route table of specification section 2; each guard is one line of it. */
export const routes: RouteObject[] = [
  {
    element: <AwaitedPage />,
    errorElement: <RouteErrorPage />,
    children: [
      {
        element: <ForSignedOut />,
        children: [
          {
            path: paths.auth,
            ...page(async () => ({ default: (await import('../features/session/auth-page')).AuthPage })),
          },
        ],
      },
      {
        path: paths.forgotPassword,
        ...page(async () => ({ default: (await import('../features/session/forgot-password-page')).ForgotPasswordPage })),
      },
      {
        path: paths.resetPassword,
        ...page(async () => ({ default: (await import('../features/session/reset-password-page')).ResetPasswordPage })),
      },
      {
        // Whoever is still to sign in waits for nothing of this.
        ...page(async () => ({ default: (await import('./layout')).Layout })),
        children: [
          {
            element: <ForSignedIn />,
            errorElement: <RouteErrorPage />,
            children: [
              {
                // One element for three addresses: the search's results outlive a look at the other tab.
                ...page(async () => ({ default: (await import('./home-page')).HomePage })),
                children: [
                  { path: paths.home, element: null },
                  { path: paths.search, element: null, handle: () => import('../features/search/search-page') },
                  { path: paths.crm, element: null, handle: () => import('../features/leads/crm-page') },
                ],
              },
              { path: '/business/uuid/:uuid', ...leadProfile },
              // The map popup's links carry either form here; the page goes by whether it is all digits.
              { path: '/business/:id', ...leadProfile },
              {
                path: paths.myDay,
                ...page(async () => ({ default: (await import('../features/my-day/my-day-page')).MyDayPage })),
              },
              {
                path: paths.nextLead(),
                ...page(async () => ({
                  default: (await import('../features/lead-profile/next-lead-page')).NextLeadPage,
                })),
              },
              {
                element: <RedirectNonAdmins />,
                children: [
                  {
                    path: paths.users,
                    ...page(async () => ({ default: (await import('../features/users/users-page')).UsersPage })),
                  },
                ],
              },
              {
                element: <RefuseNonAdmins />,
                children: [
                  {
                    path: paths.import,
                    ...page(async () => ({ default: (await import('../features/imports/import-page')).ImportPage })),
                  },
                  {
                    path: paths.audit,
                    ...page(async () => ({ default: (await import('../features/audit/audit-page')).AuditPage })),
                  },
                ],
              },
              {
                element: <ForLeaders />,
                children: [
                  {
                    path: paths.progress,
                    ...page(async () => ({
                      default: (await import('../features/progress/team-progress-page')).TeamProgressPage,
                    })),
                  },
                ],
              },
            ],
          },
          { path: '*', ...page(async () => ({ default: (await import('./not-found-page')).NotFoundPage })) },
        ],
      },
    ],
  },
];

/** Fetches the code of an address while the session is still being asked for: one wait instead of two or three. */
export function fetchCode(pathname: string): void {
  for (const { route } of matchRoutes(routes, pathname) ?? []) {
    // What cannot be fetched now is missed, and told of, where it is needed.
    (route.handle as Code | undefined)?.().catch(() => undefined);
  }
}
