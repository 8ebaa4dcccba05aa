import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { librariesQuery } from './api/item-queries.ts'
import { preferencesQuery } from './api/preferences.ts'
import { isMissingChunk, notFoundProblem } from './api/problem.ts'
import { queryClient } from './api/query-client.ts'
import { meQuery, setupStatusQuery } from './api/session.ts'
import { basePath } from './api/urls.ts'
import { loadAdminMessages, loadPageMessages, loadSettingsMessages } from './messages/t.ts'
import { MissingChunk } from './offline/missing-chunk.tsx'
import { ErrorState } from './parts/error-state.tsx'
import { parseSearch, type RouteSearchParams, stringifySearch } from './search-params.ts'

/** A page in its own chunk, loaded along with the translations that the first visit doesn't need. */
function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  loadMessages = loadPageMessages,
) {
  return lazyRouteComponent(async () => {
    const [page] = await Promise.all([load(), loadMessages()])
    return page
  }, name)
}

const root = createRootRouteWithContext()({ component: Outlet })

/** Every route that requires a session. Redirects to the sign-in page, which returns to the requested page. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    const me = await queryClient.ensureQueryData(meQuery)
    if (me) return
    const { setupRequired } = await queryClient.fetchQuery(setupStatusQuery)
    if (setupRequired) throw redirect({ to: '/welcome' })
    throw redirect({ to: '/sign-in', search: { back: location.href } })
  },
  loader: () => {
    void queryClient.prefetchQuery(preferencesQuery)
    void queryClient.prefetchQuery(librariesQuery)
  },
  component: lazyRouteComponent(() => import('./pages/framed-layout.tsx'), 'SignedInPages'),
})

const framed = createRoute({
  getParentRoute: () => signedIn,
  id: 'framed',
  component: lazyRouteComponent(() => import('./pages/framed-layout.tsx'), 'FramedLayout'),
})

/** Picks search parameters by name; each is a string or absent. */
const texts =
  <Name extends string>(...names: Name[]) =>
  (given: Record<string, unknown>): Partial<Record<Name, string>> => {
    const found: Partial<Record<Name, string>> = {}
    for (const name of names) if (typeof given[name] === 'string') found[name] = given[name]
    return found
  }

const home = createRoute({
  getParentRoute: () => framed,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
})
const libraries = createRoute({
  getParentRoute: () => framed,
  path: '/libraries',
  component: lazyPage(() => import('./pages/library/libraries-page.tsx'), 'LibrariesPage'),
})
const library = createRoute({
  getParentRoute: () => framed,
  path: '/libraries/$libraryId',
  validateSearch: (search: RouteSearchParams): RouteSearchParams => search,
  component: lazyPage(() => import('./pages/library/library-page.tsx'), 'LibraryPage'),
})
const series = createRoute({
  getParentRoute: () => framed,
  path: '/series/$seriesId',
  validateSearch: texts('only', 'order'),
  component: lazyRouteComponent(() => import('./pages/series/series-page.tsx'), 'SeriesPage'),
})
const book = createRoute({
  getParentRoute: () => framed,
  path: '/books/$bookId',
  component: lazyRouteComponent(() => import('./pages/book/book-page.tsx'), 'BookPage'),
})
const facet = createRoute({
  getParentRoute: () => framed,
  path: '/browse/$facet',
  validateSearch: (search: RouteSearchParams): RouteSearchParams => search,
  component: lazyPage(() => import('./pages/facet/facet-page.tsx'), 'FacetPage'),
})
const search = createRoute({
  getParentRoute: () => framed,
  path: '/search',
  validateSearch: (search: RouteSearchParams): RouteSearchParams => search,
  component: lazyPage(() => import('./pages/search/search-page.tsx'), 'SearchPage'),
})
const collections = createRoute({
  getParentRoute: () => framed,
  path: '/collections',
  component: lazyPage(() => import('./pages/lists/collections-page.tsx'), 'CollectionsPage'),
})
const collection = createRoute({
  getParentRoute: () => framed,
  path: '/collections/$collectionId',
  component: lazyPage(() => import('./pages/lists/collection-page.tsx'), 'CollectionPage'),
})
const readLists = createRoute({
  getParentRoute: () => framed,
  path: '/read-lists',
  component: lazyPage(() => import('./pages/lists/read-lists-page.tsx'), 'ReadListsPage'),
})
const readList = createRoute({
  getParentRoute: () => framed,
  path: '/read-lists/$readListId',
  component: lazyPage(() => import('./pages/lists/read-list-page.tsx'), 'ReadListPage'),
})
const wantToRead = createRoute({
  getParentRoute: () => framed,
  path: '/want-to-read',
  component: lazyPage(() => import('./pages/lists/want-to-read-page.tsx'), 'WantToReadPage'),
})
const downloads = createRoute({
  getParentRoute: () => framed,
  path: '/downloads',
  component: lazyPage(() => import('./pages/downloads/downloads-page.tsx'), 'DownloadsPage'),
})
const notebook = createRoute({
  getParentRoute: () => framed,
  path: '/notebook',
  component: lazyPage(() => import('./pages/notebook/notebook-page.tsx'), 'NotebookPage'),
})
const releases = createRoute({
  getParentRoute: () => framed,
  path: '/releases',
  component: lazyPage(() => import('./pages/releases/releases-page.tsx'), 'ReleasesPage'),
})
const recommendations = createRoute({
  getParentRoute: () => framed,
  path: '/recommendations',
  component: lazyPage(
    () => import('./pages/recommendations/recommendations-page.tsx'),
    'RecommendationsPage',
    loadSettingsMessages,
  ),
})
const SettingsPage = lazyPage(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage', loadSettingsMessages)
const settings = createRoute({ getParentRoute: () => framed, path: '/settings/$', component: SettingsPage })
const AdminPage = lazyPage(() => import('./pages/admin/admin-page.tsx'), 'AdminPage', loadAdminMessages)
const admin = createRoute({ getParentRoute: () => framed, path: '/admin/$', component: AdminPage })
/** Unknown addresses are shown inside the frame, so that navigation remains. */
const nowhere = createRoute({
  getParentRoute: () => framed,
  path: '$',
  component: () => <ErrorState error={notFoundProblem} />,
})
const addLibrary = createRoute({
  getParentRoute: () => signedIn,
  path: '/add-library',
  validateSearch: texts('first'),
  component: lazyPage(() => import('./pages/first-run/add-library-page.tsx'), 'AddLibraryPage', loadSettingsMessages),
})
const read = createRoute({
  getParentRoute: () => signedIn,
  path: '/read/$bookId',
  validateSearch: texts('page', 'incognito', 'list', 'note', 'find', 'at'),
  component: lazyPage(() => import('./reader/reader-page.tsx'), 'ReaderPage'),
})
const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: texts('back', 'error'),
  component: lazyRouteComponent(() => import('./pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
})
/** Where people expect to sign in, and have a bookmark from other servers. */
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: () => {
    throw redirect({ to: '/' })
  },
})
const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyPage(() => import('./pages/sign-in/register-page.tsx'), 'RegisterPage'),
})
const welcome = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: lazyPage(() => import('./pages/first-run/welcome-page.tsx'), 'WelcomePage'),
})

const routeTree = root.addChildren([
  signedIn.addChildren([
    framed.addChildren([
      home,
      libraries,
      library,
      series,
      book,
      facet,
      search,
      collections,
      collection,
      readLists,
      readList,
      wantToRead,
      downloads,
      notebook,
      releases,
      recommendations,
      settings,
      admin,
      nowhere,
    ]),
    addLibrary,
    read,
  ]),
  signIn,
  login,
  register,
  welcome,
])

export const router = createRouter({
  routeTree,
  basepath: basePath || '/',
  context: {},
  parseSearch,
  stringifySearch,
  // Readers restore their own position: a jump within a book is a history entry, too.
  scrollRestoration: ({ location }) => !location.pathname.startsWith('/read/'),
  defaultPreload: false,
  defaultErrorComponent: ({ error, reset }) =>
    isMissingChunk(error) ? <MissingChunk error={error} /> : <ErrorState error={error} retry={reset} />,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
