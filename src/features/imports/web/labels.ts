import type { Tone } from '#shared/labels.ts'
import type { ImportState } from '../work-rules.ts'

export const stateLabels: Record<ImportState, { text: `imports.states.${ImportState}`; tone: Tone }> = {
  uploaded: { text: 'imports.states.uploaded', tone: 'default' },
  checking: { text: 'imports.states.checking', tone: 'info' },
  checked: { text: 'imports.states.checked', tone: 'warning' },
  running: { text: 'imports.states.running', tone: 'info' },
  done: { text: 'imports.states.done', tone: 'success' },
  failed: { text: 'imports.states.failed', tone: 'danger' },
  cancelled: { text: 'imports.states.cancelled', tone: 'default' },
  undoing: { text: 'imports.states.undoing', tone: 'info' },
  undone: { text: 'imports.states.undone', tone: 'default' },
}
