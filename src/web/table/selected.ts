import { api, type QueryValues } from '../api.ts'
import type { ListHandle, ListRoute, RowOf } from './types.ts'

/** Rows that one bulk call takes; the server's own limit. */
export const bulkLimit = 1000
const pageSize = 100

/**
 * Keys of what is selected, its slugs unless the list has others. With "all that match" they are read page by page, by the list's own query; more than
 * `bulkLimit` are not read at all: the page says so and offers the export.
 */
export async function selectedSlugs<N extends ListRoute>(
  route: N,
  { query, selection }: Pick<ListHandle<RowOf<N>>, 'query' | 'selection'>,
  keyOf: (row: RowOf<N>) => string = slugOf,
): Promise<string[]> {
  if (!selection.all) return [...selection.keys]
  const slugs: string[] = []
  for (let page = 1; page <= Math.ceil(selection.count / pageSize); page++) {
    const answer = await readPage(route, { ...query, page, page_size: pageSize })
    slugs.push(...(answer.results as RowOf<N>[]).map(keyOf))
    if (page >= answer.total_pages) break
  }
  return [...new Set(slugs)]
}

const slugOf = (row: unknown) => (row as { slug: string }).slug

type Page = { results: unknown[]; total_pages: number }

function readPage(route: ListRoute, query: QueryValues): Promise<Page> {
  return api(route, { query } as never) as unknown as Promise<Page>
}
