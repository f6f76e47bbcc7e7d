import { Suspense, useState } from 'react';
import { Tab, Tabs } from 'react-bootstrap';
import { type Location, matchPath, useLocation, useNavigate } from 'react-router-dom';
import { FirstStepsPanel } from '../features/first-steps/first-steps-panel';
import { paths } from '../lib/paths';
import { isAdmin, useUser } from '../lib/session';
import { PageSpinner } from '../ui/spinner';
import { CrmPage, MyDaySummary, SearchPage } from './home-code';

/**
 * Two tabs for administrators, search first. Other users see the CRM list at '/'
 * (docs/product/roles-and-permissions.md#home-page).
 */
export function HomePage() {
  const location = useLocation();
  const navigate = useNavigate();
  const mayChoose = isAdmin(useUser());
  const { pathname } = location;
  const isCrm = matchPath(paths.crm, pathname) !== null || (pathname === paths.home && !mayChoose);
  const search = useSearchAddress(location, isCrm);
  if (!mayChoose) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <FirstStepsPanel />
        {isCrm && (
          <Suspense fallback={null}>
            <MyDaySummary />
          </Suspense>
        )}
        {isCrm ? <CrmPage /> : <SearchPage address={search} />}
      </Suspense>
    );
  }
  const choose = (path: string | null) =>
    void (path === paths.search
      ? navigate({ pathname: search.pathname, search: search.search }, { state: search.state })
      : navigate(path ?? paths.home));
  return (
    <>
      <FirstStepsPanel />
      <Tabs
        className="lf-hometabs"
        activeKey={isCrm ? paths.crm : paths.search}
        onSelect={choose}
        transition={false}
        mountOnEnter
      >
        <Tab eventKey={paths.search} title="Search Businesses">
          <Suspense fallback={<PageSpinner />}>
            <SearchPage address={search} />
          </Suspense>
        </Tab>
        <Tab eventKey={paths.crm} title="CRM Dashboard" unmountOnExit>
          <Suspense fallback={<PageSpinner />}>
            <CrmPage />
          </Suspense>
        </Tab>
      </Tabs>
    </>
  );
}

type SearchAddress = Pick<Location<unknown>, 'pathname' | 'search' | 'state'>;

const noSearch: SearchAddress = { pathname: paths.home, search: '', state: null };

/** Remembers the address of the search tab while the list is shown, so that a return shows the same results. */
function useSearchAddress(location: Location<unknown>, isCrm: boolean): SearchAddress {
  const [last, setLast] = useState<SearchAddress>(isCrm ? noSearch : location);
  if (isCrm) return last;
  if (last !== location) setLast(location);
  return location;
}
