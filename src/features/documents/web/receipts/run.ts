import type { Answer } from '#web/api.ts'

/** A run that issues documents, with its progress and counts. */
export type Run = Answer<'GET /api/v4/document-runs/:id/'>
