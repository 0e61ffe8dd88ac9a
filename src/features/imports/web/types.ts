import type { Answer, api } from '#web/api.ts'
import type { Repair } from '../repair.ts'
import type { Import } from './data.ts'

export type ChangeBody = NonNullable<Parameters<typeof api<'PATCH /api/v4/imports/:id/'>>[1]>['body']
/** A choice; one that replaces a whole list is computed from the import as it is when its turn comes. */
export type ImportChoice = ChangeBody | ((now: Import) => ChangeBody)
/** Saves a choice; resolves to whether it was accepted. */
export type ChangeImport = (choice: ImportChoice) => Promise<boolean>
/** Saves repairs computed from the current ones and checks the file again; resolves to whether they were saved. */
export type RepairImport = (repairsFor: (now: readonly Repair[]) => Repair[]) => Promise<boolean>
export type ProblemRow = Answer<'GET /api/v4/imports/:id/rows/'>['results'][number]
