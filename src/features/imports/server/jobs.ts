import { z } from 'zod'
import { defineJob } from '#server/jobs.ts'
import { findImport } from './records.ts'
import { undoImport } from './undo/work.ts'
import { workOnImport } from './work.ts'

/** Checks, runs or undoes an import, whichever its state asks for. Runs again from the start when its worker is lost. */
export const importJob = defineJob({
  name: 'imports.work',
  payload: z.object({ id: z.int() }),
  retries: 5,
  timeLimit: 60 * 60,
  async run({ services, db, signal }, { id }) {
    const record = await findImport(db, id)
    const place = {
      db,
      signal,
      now: services.clock,
      timeZone: services.config.timeZone,
      whenStopped: 'give_back' as const,
    }
    if (record?.state === 'undoing') return void (await undoImport(place, id))
    if (!record?.file_key) return
    const path = await services.files.localPath(record.file_key)
    const state = await workOnImport({ ...place, path }, id)
    // What was imported is in the database; the file is personal data that is needed no longer.
    if (state === 'done') await services.files.remove(record.file_key)
  },
})
