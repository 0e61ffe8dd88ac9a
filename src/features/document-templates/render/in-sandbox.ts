import { SandboxError, usualWaitMs } from '#server/sandbox/process.ts'
import { type PoolLimits, sandbox } from '#server/sandbox/sandbox.ts'
import type { Drawing } from './built-in-layout.ts'
import type { Paper } from './paper.ts'
import type { FoundPdf } from '../places.ts'
import type { Rendered, RenderInput } from './fill-template.ts'

/** Questions to the sandbox, and its answers. */
export type RenderRequest =
  | { fields: Uint8Array }
  | { render: RenderInput }
  | { draw: Drawing }
  | { paper: Paper }
export type RenderReply =
  | { fields: FoundPdf }
  | { rendered: Rendered }
  | { drawn: DrawnPdf }
  | { letters: string }
  | { failed: string }
export type DrawnPdf = { bytes: Uint8Array; pages: number }

/** Ending a process after `perProcess` documents frees the memory that its libraries hold. */
const usual: PoolLimits = {
  memoryMb: 256,
  residentMb: 768,
  processorMs: 30_000,
  waitMs: 2 * usualWaitMs,
  atOnce: 2,
  perProcess: 500,
  idleMs: 5000,
}

/** A document that could not be made: its template is damaged, too large, or takes too long. */
export class RenderFailed extends Error {
  override name = 'RenderFailed'
}

/** No font has these letters, so the text cannot be printed. */
export class UnprintableText extends Error {
  override name = 'UnprintableText'
}

/** Makes documents in sandboxed processes. Every call throws 503 `server_busy` when no process is free in time. */
export type Renderer = {
  /** Fills an uploaded template; throws RenderFailed, UnprintableText. */
  render: (input: RenderInput) => Promise<Rendered>
  /** Draws a built-in layout; throws UnprintableText. */
  draw: (drawing: Drawing) => Promise<DrawnPdf>
  /** Draws a letter or a slip; throws UnprintableText. */
  paper: (paper: Paper) => Promise<DrawnPdf>
  /** The pages and fields of a PDF. Throws RenderFailed. */
  fields: (pdf: Uint8Array) => Promise<FoundPdf>
  close: () => void
}

const rendering = sandbox<RenderRequest, RenderReply>(new URL('./child.ts', import.meta.url), usual)

/**
 * Opens a renderer: calls are answered meanwhile, and a template that takes too much memory or processor time ends its
 * process, not the server. Processes start with the first document and end when there is nothing to do.
 */
export function openRenderer(given: Partial<PoolLimits> = {}): Renderer {
  const pool = rendering.pool({ ...usual, ...given })
  const ask = async (asked: RenderRequest): Promise<RenderReply> => {
    try {
      return await pool.ask(asked)
    } catch (error) {
      throw error instanceof SandboxError ? new RenderFailed(error.message) : error
    }
  }
  const other = (answer: RenderReply) => {
    if ('letters' in answer) return new UnprintableText(answer.letters)
    return new RenderFailed('failed' in answer ? answer.failed : 'another answer')
  }
  const drawn = (answer: RenderReply) => {
    if ('drawn' in answer) return answer.drawn
    throw other(answer)
  }
  return {
    render: async (input) => {
      const answer = await ask({ render: input })
      if ('rendered' in answer) return answer.rendered
      throw other(answer)
    },
    draw: async (drawing) => drawn(await ask({ draw: drawing })),
    paper: async (paper) => drawn(await ask({ paper })),
    fields: async (pdf) => {
      const answer = await ask({ fields: pdf })
      if ('fields' in answer) return answer.fields
      throw other(answer)
    },
    close: pool.close,
  }
}

/** The renderer for all documents of this server. */
export const renderer = openRenderer()
