/**
 * Every address of the product (shared/pages.ts names them for the server too). A page is one line: its path and the
 * module that is loaded when it is opened. Pages of the back-office hang below `admin`, which asks for a sign-in and draws the shell around them.
 */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouteComponent,
  redirect,
} from '@tanstack/react-router'
import type { PagePath } from '#shared/pages.ts'
import { ApiError } from '#web/api.ts'
import { loadProfile } from '#web/profile.tsx'
import { parseSearch, stringifySearch } from '#web/search-params.ts'
import { NotFoundPage } from '#web/shell/NotFoundPage.tsx'
import { PageError } from '#web/shell/PageError.tsx'
import { TasksLayer } from '#features/tasks/web/TasksLayer.tsx'
import { navigation } from './navigation.ts'
import { Root } from './Root.tsx'
import { Shell } from '#web/shell/Shell.tsx'

const root = createRootRoute({ component: Root, notFoundComponent: NotFoundPage, errorComponent: PageError })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login/',
  component: lazyRouteComponent(() => import('#web/session/LoginPage.tsx'), 'LoginPage'),
})

/** A page before signing in. */
function outside<P extends PagePath>(path: P, component: RouteComponent) {
  return createRoute({ getParentRoute: () => root, path, component })
}

const outsidePages = [
  outside(
    '/invite/$token/',
    lazyRouteComponent(() => import('#features/users/web/AcceptInvitationPage.tsx'), 'AcceptInvitationPage'),
  ),
  outside(
    '/password-reset/',
    lazyRouteComponent(() => import('#features/users/web/AskPasswordResetPage.tsx'), 'AskPasswordResetPage'),
  ),
  outside(
    '/password-reset/$token/',
    lazyRouteComponent(() => import('#features/users/web/SetPasswordPage.tsx'), 'SetPasswordPage'),
  ),
]

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/site-admin/' })
  },
})

const admin = createRoute({
  getParentRoute: () => root,
  id: 'admin',
  beforeLoad: async ({ location }) => {
    try {
      return { profile: await loadProfile() }
    } catch (error) {
      if (error instanceof ApiError && error.status === 401)
        throw redirect({ to: '/login/', search: { next: location.href } as never })
      throw error
    }
  },
  component: Admin,
})

/** The shell, and what opens over any of its pages. */
function Admin() {
  return (
    <>
      <Shell navigation={navigation} />
      <TasksLayer />
    </>
  )
}

/** A page inside the shell. */
function page<P extends PagePath>(path: P, component: RouteComponent) {
  return createRoute({ getParentRoute: () => admin, path, component })
}

/** An old address that opens a page under its new one; the query string goes with it. */
function moved<P extends PagePath>(path: P, to: PagePath) {
  return createRoute({
    getParentRoute: () => admin,
    path,
    beforeLoad: ({ location }) => {
      throw redirect({ to, search: location.search as never, replace: true })
    },
  })
}

const adminPages = [
  page(
    '/site-admin/',
    lazyRouteComponent(() => import('#features/dashboard/web/DashboardPage.tsx'), 'DashboardPage'),
  ),
  page(
    '/site-admin/projects/',
    lazyRouteComponent(() => import('#features/projects/web/ProjectsPage.tsx'), 'ProjectsPage'),
  ),
  page(
    '/site-admin/projects/archive/',
    lazyRouteComponent(() => import('#features/projects/web/ProjectsPage.tsx'), 'ProjectsArchivePage'),
  ),
  page(
    '/site-admin/projects/create/',
    lazyRouteComponent(() => import('#features/projects/web/CreateProjectPage.tsx'), 'CreateProjectPage'),
  ),
  page(
    '/site-admin/project/$slug/update/',
    lazyRouteComponent(() => import('#features/projects/web/ProjectPage.tsx'), 'ProjectPage'),
  ),
  page(
    '/site-admin/organizations/',
    lazyRouteComponent(
      () => import('#features/organizations/web/OrganizationsPage.tsx'),
      'OrganizationsPage',
    ),
  ),
  page(
    '/site-admin/organizations/archive/',
    lazyRouteComponent(
      () => import('#features/organizations/web/OrganizationsPage.tsx'),
      'OrganizationsArchivePage',
    ),
  ),
  page(
    '/site-admin/tasks/',
    lazyRouteComponent(() => import('#features/tasks/web/TasksPage.tsx'), 'MyTasksPage'),
  ),
  page(
    '/site-admin/tasks/all/',
    lazyRouteComponent(() => import('#features/tasks/web/TasksPage.tsx'), 'AllTasksPage'),
  ),
  page(
    '/site-admin/tasks/week/',
    lazyRouteComponent(() => import('#features/tasks/web/TaskWeekPage.tsx'), 'TaskWeekPage'),
  ),
  page(
    '/site-admin/tasks/templates/',
    lazyRouteComponent(() => import('#features/tasks/web/TaskTemplatesPage.tsx'), 'TaskTemplatesPage'),
  ),
  page(
    '/site-admin/organizations/create/',
    lazyRouteComponent(
      () => import('#features/organizations/web/CreateOrganizationPage.tsx'),
      'CreateOrganizationPage',
    ),
  ),
  page(
    '/site-admin/organization/$slug/update/',
    lazyRouteComponent(() => import('#features/organizations/web/OrganizationPage.tsx'), 'OrganizationPage'),
  ),
  moved('/site-admin/organizations-old/', '/site-admin/organizations/'),
  moved('/site-admin/organizations/archive-old/', '/site-admin/organizations/archive/'),
  moved('/site-admin/settings/', '/site-admin/settings/companies/'),
  page(
    '/site-admin/settings/companies/',
    lazyRouteComponent(() => import('#features/companies/web/CompaniesPage.tsx'), 'CompaniesPage'),
  ),
  page(
    '/site-admin/settings/bank-accounts/',
    lazyRouteComponent(
      () => import('#features/individual-bank-accounts/web/BankAccountsPage.tsx'),
      'BankAccountsPage',
    ),
  ),
  page(
    '/site-admin/settings/internal-statuses/',
    lazyRouteComponent(
      () => import('#features/internal-statuses/web/InternalStatusesPage.tsx'),
      'InternalStatusesPage',
    ),
  ),
  page(
    '/site-admin/settings/features/',
    lazyRouteComponent(() => import('#features/platform-features/web/FeaturesPage.tsx'), 'FeaturesPage'),
  ),
  page(
    '/site-admin/settings/limits/',
    lazyRouteComponent(() => import('#features/limits/web/LimitsPage.tsx'), 'LimitsPage'),
  ),
  page(
    '/site-admin/import/',
    lazyRouteComponent(() => import('#features/imports/web/ImportsPage.tsx'), 'ImportsPage'),
  ),
  page(
    '/site-admin/import/$id/',
    lazyRouteComponent(() => import('#features/imports/web/ImportPage.tsx'), 'ImportPage'),
  ),
  page(
    '/site-admin/emails/',
    lazyRouteComponent(() => import('#features/emails/web/EmailsPage.tsx'), 'EmailsPage'),
  ),
  page(
    '/site-admin/emails/templates/',
    lazyRouteComponent(() => import('#features/email-templates/web/TemplatesPage.tsx'), 'TemplatesPage'),
  ),
  page(
    '/site-admin/email-template/$key/update/',
    lazyRouteComponent(() => import('#features/email-templates/web/TemplatePage.tsx'), 'TemplatePage'),
  ),
  page(
    '/site-admin/users/',
    lazyRouteComponent(() => import('#features/users/web/UsersPage.tsx'), 'UsersPage'),
  ),
  page(
    '/site-admin/user/$id/update/',
    lazyRouteComponent(() => import('#features/users/web/UserPage.tsx'), 'UserPage'),
  ),
  page(
    '/site-admin/permissions/',
    lazyRouteComponent(() => import('#features/permissions/web/PermissionsPage.tsx'), 'PermissionsPage'),
  ),
  page(
    '/site-admin/settings/jobs/',
    lazyRouteComponent(() => import('#features/jobs/web/JobsPage.tsx'), 'JobsPage'),
  ),
  page(
    '/site-admin/logs/audit/',
    lazyRouteComponent(() => import('#features/logs/web/AuditPage.tsx'), 'AuditPage'),
  ),
  page(
    '/site-admin/exports/',
    lazyRouteComponent(() => import('#features/exports/web/ExportsPage.tsx'), 'ExportsPage'),
  ),
  page(
    '/site-admin/profile/',
    lazyRouteComponent(() => import('#web/session/ProfilePage.tsx'), 'ProfilePage'),
  ),
]

/** An unknown address of the back-office keeps the navigation around it. */
const unknown = createRoute({ getParentRoute: () => admin, path: '/site-admin/$', component: NotFoundPage })

/** The router; addresses always end in a slash. */
export const router = createRouter({
  routeTree: root.addChildren([home, login, ...outsidePages, admin.addChildren([...adminPages, unknown])]),
  trailingSlash: 'always',
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: 'intent',
  defaultPreloadDelay: 80,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: NotFoundPage,
  defaultPendingMs: 300,
})

/** Loads the code of the page at the current address. */
export async function preloadPage(): Promise<void> {
  const matches = router.matchRoutes(router.latestLocation) as { routeId: keyof typeof router.routesById }[]
  const loading = matches.map(async ({ routeId }) => {
    const component: RouteComponent | undefined = router.routesById[routeId]?.options.component
    await component?.preload?.()
  })
  // A failure shows itself when the page opens.
  await Promise.allSettled(loading)
}
