import type { ProjectView } from '../../views/contract.ts'

/** A view; its count loads after the rows. */
export type View = Omit<ProjectView, 'is_built_in' | 'count'> & { count?: number | null }
