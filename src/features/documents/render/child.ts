import { flushCompileCache } from 'node:module'
import { draw } from './draw.ts'
import { UnknownLetters } from './sheet.ts'
import { findFields } from './fields.ts'
import type { Answered, Asked } from './in-process.ts'
import { renderTemplate } from './render.ts'

// Runs in a process of its own with bounded memory and without the server's environment: one document after the other.
process.on('message', (asked: Asked) => {
  void answer(asked).then(
    (answered) => process.send!(answered),
    (error: unknown) => process.send!({ failed: error instanceof Error ? error.message : 'unknown' }),
  )
})
process.once('disconnect', () => process.exit(0))
// Before a strange template is here, and as this process may be killed: what others find compiled.
flushCompileCache()

async function answer(asked: Asked): Promise<Answered> {
  if ('draw' in asked) return unlessUnknown(async () => ({ drawn: await draw(asked.draw) }))
  if ('render' in asked) return unlessUnknown(async () => ({ rendered: await renderTemplate(asked.render) }))
  return { fields: (await findFields(asked.fields)) ?? null }
}

async function unlessUnknown(make: () => Promise<Answered>): Promise<Answered> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof UnknownLetters) return { letters: error.message }
    throw error
  }
}
