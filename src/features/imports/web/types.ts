import type { Answer, api } from '#web/api.ts'
import type { Repair } from '../repair.ts'

export type ChangeBody = NonNullable<Parameters<typeof api<'PATCH /api/v4/imports/:id/'>>[1]>['body']
/** Saves a choice; resolves to whether it was accepted. */
export type ChangeImport = (body: ChangeBody) => Promise<boolean>
/** Saves repairs computed from the current ones and checks the file again; resolves to whether they were saved. */
export type RepairImport = (repairsFor: (now: readonly Repair[]) => Repair[]) => Promise<boolean>
export type ProblemRow = Answer<'GET /api/v4/imports/:id/rows/'>['results'][number]
