import type { Tone } from '#shared/labels.ts'
import { cellsOf } from '#shared/lists/list-cells.ts'
import type { EmailRow } from './contract.ts'
import type { EmailState } from './rules.ts'
import { emailList } from './table.ts'

/** Colours of the states (design: labels). */
export const stateTones: Record<EmailState, Tone> = {
  queued: 'default',
  sending: 'info',
  sent: 'success',
  failed: 'danger',
  skipped: 'default',
}

export const emailCells = cellsOf<typeof emailList, EmailRow>(emailList, {
  template: (mail) => mail.template_title,
  state: ({ state, state_display, reason_display }) => ({
    labels: [{ text: `emails.state.${state}`, tone: stateTones[state], display: state_display }],
    note: reason_display,
  }),
  language: ({ language }) => ({
    labels: [{ text: `shell.languages.${language}`, tone: 'default' }],
  }),
})
