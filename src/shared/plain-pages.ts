import { pagePaths, type PlainPage } from './pages.ts'

/** Every page that a person may pin; the page itself has no need of the list. */
export const plainPages = pagePaths.filter(
  (path): path is PlainPage => path.startsWith('/site-admin/') && !path.includes(':'),
)
