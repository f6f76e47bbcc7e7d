import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { paths } from '../lib/paths';
import { AwaitedPage, ForLeaders, ForSignedIn, ForSignedOut, RedirectNonAdmins, RefuseNonAdmins } from './guards';
import { CrmPage, MyDaySummary, SearchPage } from './home-code';
import { type PageCode, pageCode } from './page-code';
import { RouteErrorPage } from './route-error-page';

/** A page whose code is a file of its own. How it is fetched stands in its handle, for whoever fetches it early. */
function page(code: () => Promise<ComponentType>): Pick<RouteObject, 'element' | 'handle'> {
  const Page = pageCode(code);
  return { element: <Page />, handle: Page.fetch };
}

const leadProfile = page(async () => (await import('../features/lead-profile/lead-profile-page')).LeadProfilePage);

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
            ...page(async () => (await import('../features/session/auth-page')).AuthPage),
          },
        ],
      },
      {
        path: paths.forgotPassword,
        ...page(async () => (await import('../features/session/forgot-password-page')).ForgotPasswordPage),
      },
      {
        path: paths.resetPassword,
        ...page(async () => (await import('../features/session/reset-password-page')).ResetPasswordPage),
      },
      {
        // Whoever is still to sign in waits for nothing of this.
        ...page(async () => (await import('./layout')).Layout),
        children: [
          {
            element: <ForSignedIn />,
            errorElement: <RouteErrorPage />,
            children: [
              {
                // One element for three addresses: the search's results outlive a look at the other tab.
                ...page(async () => (await import('./home-page')).HomePage),
                children: [
                  { path: paths.home, element: null },
                  { path: paths.search, element: null, handle: SearchPage.fetch },
                  { path: paths.crm, element: null, handle: () => Promise.all([CrmPage.fetch(), MyDaySummary.fetch()]) },
                ],
              },
              { path: '/business/uuid/:uuid', ...leadProfile },
              // The map popup's links carry either form here; the page goes by whether it is all digits.
              { path: '/business/:id', ...leadProfile },
              {
                path: paths.myDay,
                ...page(async () => (await import('./my-day')).MyDay),
              },
              {
                path: paths.nextLead(),
                ...page(async () => (await import('../features/lead-profile/next-lead-page')).NextLeadPage),
              },
              {
                element: <RedirectNonAdmins />,
                children: [
                  {
                    path: paths.users,
                    ...page(async () => (await import('../features/users/users-page')).UsersPage),
                  },
                ],
              },
              {
                element: <RefuseNonAdmins />,
                children: [
                  {
                    path: paths.import,
                    ...page(async () => (await import('../features/imports/import-page')).ImportPage),
                  },
                  {
                    path: paths.audit,
                    ...page(async () => (await import('../features/audit/audit-page')).AuditPage),
                  },
                ],
              },
              {
                element: <ForLeaders />,
                children: [
                  {
                    path: paths.progress,
                    ...page(async () => (await import('../features/progress/team-progress-page')).TeamProgressPage),
                  },
                ],
              },
            ],
          },
          { path: '*', ...page(async () => (await import('./not-found-page')).NotFoundPage) },
        ],
      },
    ],
  },
];

/**
 * Fetches the code of an address while the session is still being asked for: one wait instead of two or three. Done once
 * all is there, or cannot be fetched: that is told of where it is needed.
 */
export async function fetchCode(pathname: string): Promise<void> {
  const matches = matchRoutes(routes, pathname) ?? [];
  await Promise.allSettled(matches.map(({ route }) => (route.handle as PageCode['fetch'] | undefined)?.()));
}
