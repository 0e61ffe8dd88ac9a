import { api, type QueryValues } from '../api.ts'
import type { ListHandle, ListRoute, RowOf } from './types.ts'

/** Rows that one bulk call takes; the server's own limit. */
export const bulkLimit = 1000
const pageSize = 100

/**
 * Slugs of what is selected. With "all that match" they are read page by page, by the list's own query; more than
 * `bulkLimit` are not read at all: the page says so and offers the export.
 */
export async function selectedSlugs<N extends ListRoute>(
  route: N,
  { query, selection }: Pick<ListHandle<RowOf<N>>, 'query' | 'selection'>,
): Promise<string[]> {
  if (!selection.all) return [...selection.keys]
  const slugs: string[] = []
  for (let page = 1; page <= Math.ceil(selection.count / pageSize); page++) {
    const answer = await readPage(route, { ...query, page, page_size: pageSize })
    slugs.push(...answer.results.map((row) => row.slug))
    if (page >= answer.total_pages) break
  }
  return [...new Set(slugs)]
}

type Page = { results: { slug: string }[]; total_pages: number }

function readPage(route: ListRoute, query: QueryValues): Promise<Page> {
  return api(route, { query } as never) as unknown as Promise<Page>
}
