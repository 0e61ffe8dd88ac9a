import { pagePaths, type PlainPage } from './pages.ts'

/** Every page that a person may pin; server only, because the page does not need the list. */
export const plainPages = pagePaths.filter(
  (path): path is PlainPage => path.startsWith('/site-admin/') && !path.includes(':'),
)
