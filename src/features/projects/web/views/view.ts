import type { ProjectView } from '../../views/contract.ts'

/** A view, its count still on the way until the rows are there. */
export type View = Omit<ProjectView, 'is_built_in' | 'count'> & { count?: number | null }
