import { answerQuestions } from '#server/sandbox/child.ts'
import { draw } from './built-in-layout.ts'
import { drawPaper } from './paper.ts'
import { UnknownLetters } from './sheet.ts'
import { findFields } from './fields.ts'
import type { RenderReply, RenderRequest } from './in-sandbox.ts'
import { renderTemplate } from './fill-template.ts'

// Runs in a sandboxed process: one document after the other.
answerQuestions(async (asked: RenderRequest): Promise<RenderReply> => {
  try {
    if ('draw' in asked) return { drawn: await draw(asked.draw) }
    if ('paper' in asked) return { drawn: await drawPaper(asked.paper) }
    if ('render' in asked) return { rendered: await renderTemplate(asked.render) }
    return { fields: await findFields(asked.fields) }
  } catch (error) {
    if (error instanceof UnknownLetters) return { letters: error.message }
    return { failed: error instanceof Error ? error.message : 'unknown' }
  }
})
