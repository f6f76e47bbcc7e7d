import type { ComponentType } from 'react';
import { matchRoutes, type RouteObject } from 'react-router-dom';
import { paths } from '../lib/paths';
import {
  SuspendedPage,
  RequireLeader,
  RequireSignedIn,
  RequireSignedOut,
  RedirectNonAdmins,
  RefuseNonAdmins,
} from './guards';
import { CrmPage, MyDaySummary, SearchPage } from './home-code';
import { type PageCode, pageCode } from './page-code';
import { RouteErrorPage } from './route-error-page';

/** A page whose code is a separate file. Its route handle loads the code, so that it can be loaded early. */
function page(code: () => Promise<ComponentType>): Pick<RouteObject, 'element' | 'handle'> {
  const Page = pageCode(code);
  return { element: <Page />, handle: Page.fetch };
}

const leadProfile = page(async () => (await import('../features/lead-profile/lead-profile-page')).LeadProfilePage);

/** The route table of docs/product/roles-and-permissions.md#pages-and-who-may-open-them. Each guard is one line. */
export const routes: RouteObject[] = [
  {
    element: <SuspendedPage />,
    errorElement: <RouteErrorPage />,
    children: [
      {
        element: <RequireSignedOut />,
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
        // The sign-in page needs none of the code below.
        ...page(async () => (await import('./layout')).Layout),
        children: [
          {
            element: <RequireSignedIn />,
            errorElement: <RouteErrorPage />,
            children: [
              {
                // One element for three addresses, so that the search results survive a visit to the other tab.
                ...page(async () => (await import('./home-page')).HomePage),
                children: [
                  { path: paths.home, element: null },
                  { path: paths.search, element: null, handle: SearchPage.fetch },
                  {
                    path: paths.crm,
                    element: null,
                    handle: () => Promise.all([CrmPage.fetch(), MyDaySummary.fetch()]),
                  },
                ],
              },
              { path: '/business/uuid/:uuid', ...leadProfile },
              // An address may hold an id or a uuid. The page decides by whether it is all digits.
              { path: '/business/:id', ...leadProfile },
              {
                path: paths.myDay,
                ...page(async () => (await import('./my-day')).MyDay),
              },
              {
                path: paths.pool,
                ...page(async () => (await import('../features/pool/pool-page')).PoolPage),
              },
              {
                path: paths.tokens,
                ...page(async () => (await import('../features/integrations/tokens-page')).TokensPage),
              },
              {
                path: paths.recycling,
                ...page(async () => (await import('../features/recycling/recycling-page')).RecyclingPage),
              },
              {
                path: paths.exports,
                ...page(async () => (await import('../features/lead-list/exports/exports-page')).ExportsPage),
              },
              {
                path: paths.nextLead(),
                ...page(async () => (await import('../features/lead-profile/next-lead/next-lead-page')).NextLeadPage),
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
                    path: paths.userImport,
                    ...page(async () => (await import('../features/user-import/user-import-page')).UserImportPage),
                  },
                  {
                    path: paths.import,
                    ...page(async () => (await import('../features/imports/import-page')).ImportPage),
                  },
                  {
                    path: paths.organisation,
                    ...page(async () => (await import('../features/organisation/organisation-page')).OrganisationPage),
                  },
                  {
                    path: paths.teams(),
                    ...page(async () => (await import('../features/users/teams/teams-page')).TeamsPage),
                  },
                  {
                    path: paths.territories(),
                    ...page(async () => (await import('../features/territories/territories-page')).TerritoriesPage),
                  },
                  {
                    path: paths.signIn,
                    ...page(async () => (await import('../features/users/sign-in/providers-page')).ProvidersPage),
                  },
                  {
                    path: paths.provisioning(),
                    ...page(
                      async () => (await import('../features/users/provisioning/provisioning-page')).ProvisioningPage,
                    ),
                  },
                  {
                    path: paths.signInTest(),
                    ...page(async () => (await import('../features/users/sign-in/test-page')).ProviderTestPage),
                  },
                  {
                    path: paths.audit,
                    ...page(async () => (await import('../features/audit/audit-page')).AuditPage),
                  },
                  {
                    path: paths.integrations,
                    ...page(async () => (await import('../features/integrations/integrations-page')).IntegrationsPage),
                  },
                  {
                    path: paths.deletedLeads,
                    ...page(
                      async () => (await import('../features/lead-list/deleted/deleted-leads-page')).DeletedLeadsPage,
                    ),
                  },
                  {
                    path: paths.distribution(),
                    ...page(
                      async () =>
                        (await import('../features/lead-list/distribution/distribution-page')).DistributionPage,
                    ),
                  },
                  {
                    path: paths.customFields,
                    ...page(
                      async () => (await import('../features/custom-fields/custom-fields-page')).CustomFieldsPage,
                    ),
                  },
                  {
                    path: paths.tags,
                    ...page(async () => (await import('../features/lead-list/tags/tags-page')).TagsPage),
                  },
                ],
              },
              {
                element: <RequireLeader />,
                children: [
                  {
                    path: paths.progress,
                    ...page(
                      async () => (await import('../features/progress/team/team-progress-page')).TeamProgressPage,
                    ),
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
 * Loads the code of an address while the session is being read, which saves one or two waits. Resolves when all code is
 * loaded or failed to load; the page itself reports a failure.
 */
export async function fetchCode(pathname: string): Promise<void> {
  const matches = matchRoutes(routes, pathname) ?? [];
  await Promise.allSettled(matches.map(({ route }) => (route.handle as PageCode['fetch'] | undefined)?.()));
}
