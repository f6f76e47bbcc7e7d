import { lazy } from 'react';
import type { RouteObject } from 'react-router-dom';
import { paths } from '../lib/paths';
import { ForLeaders, ForSignedIn, ForSignedOut, RedirectNonAdmins, RefuseNonAdmins } from './guards';
import { HomePage } from './home-page';
import { Layout } from './layout';
import { NotFoundPage } from './not-found-page';
import { RouteErrorPage } from './route-error-page';

const AuthPage = lazy(async () => ({ default: (await import('../features/session/auth-page')).AuthPage }));
const ForgotPasswordPage = lazy(async () => ({
  default: (await import('../features/session/forgot-password-page')).ForgotPasswordPage,
}));
const ResetPasswordPage = lazy(async () => ({
  default: (await import('../features/session/reset-password-page')).ResetPasswordPage,
}));
const LeadProfilePage = lazy(async () => ({
  default: (await import('../features/lead-profile/lead-profile-page')).LeadProfilePage,
}));
const NextLeadPage = lazy(async () => ({
  default: (await import('../features/lead-profile/next-lead-page')).NextLeadPage,
}));
const MyDayPage = lazy(async () => ({ default: (await import('../features/my-day/my-day-page')).MyDayPage }));
const UsersPage = lazy(async () => ({ default: (await import('../features/users/users-page')).UsersPage }));
const ImportPage = lazy(async () => ({ default: (await import('../features/imports/import-page')).ImportPage }));
const AuditPage = lazy(async () => ({ default: (await import('../features/audit/audit-page')).AuditPage }));
const TeamProgressPage = lazy(async () => ({
  default: (await import('../features/progress/team-progress-page')).TeamProgressPage,
}));

/** The route table of specification section 2; each guard is one line of it. */
export const routes: RouteObject[] = [
  {
    errorElement: <RouteErrorPage />,
    children: [
      {
        element: <ForSignedOut />,
        children: [{ path: paths.auth, element: <AuthPage /> }],
      },
      { path: paths.forgotPassword, element: <ForgotPasswordPage /> },
      { path: paths.resetPassword, element: <ResetPasswordPage /> },
      {
        element: <Layout />,
        children: [
          {
            element: <ForSignedIn />,
            errorElement: <RouteErrorPage />,
            children: [
              {
                // One element for three addresses: the search's results outlive a look at the other tab.
                element: <HomePage />,
                children: [paths.home, paths.search, paths.crm].map((path) => ({ path, element: null })),
              },
              { path: '/business/uuid/:uuid', element: <LeadProfilePage /> },
              // The map popup's links carry either form here; the page goes by whether it is all digits.
              { path: '/business/:id', element: <LeadProfilePage /> },
              { path: paths.myDay, element: <MyDayPage /> },
              { path: paths.nextLead(), element: <NextLeadPage /> },
              { element: <RedirectNonAdmins />, children: [{ path: paths.users, element: <UsersPage /> }] },
              {
                element: <RefuseNonAdmins />,
                children: [
                  { path: paths.import, element: <ImportPage /> },
                  { path: paths.audit, element: <AuditPage /> },
                ],
              },
              { element: <ForLeaders />, children: [{ path: paths.progress, element: <TeamProgressPage /> }] },
            ],
          },
          { path: '*', element: <NotFoundPage /> },
        ],
      },
    ],
  },
];
