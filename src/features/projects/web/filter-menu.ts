import { api } from '#web/api.ts'
import type { FilterMenuOf } from '#web/table/state/types.ts'
import { projectList } from '../table.ts'

export const filterMenu: FilterMenuOf = {
  list: projectList,
  values: (name, query, signal) =>
    api('GET /api/v4/projects/filters/:name/', { params: { name: name as never }, query, signal }),
  count: (query, signal) => api('GET /api/v4/projects/count/', { query, signal }),
  countText: (count, t) => t('projects.filters.count', { count }),
  searched: ['town', 'reviewer', 'funder'],
  often: ['review_status', 'proof_status', 'waiting', 'reviewer'],
}
