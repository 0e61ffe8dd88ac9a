import type { Locale } from '#shared/messages.ts'
import { text } from '../base/texts.ts'

/** Actor name of the nightly settlement in the audit log. */
export const settlementActor = 'Nightly settlement'

/** Actor names of automatic acts in the audit log, which never change, and their display texts. */
const texts: Readonly<Record<string, 'jobs.name.payouts.settle' | 'jobs.name.imports.remove_abandoned'>> = {
  [settlementActor]: 'jobs.name.payouts.settle',
  'imports.remove_abandoned': 'jobs.name.imports.remove_abandoned',
}

/** The actor of an event for display: automatic acts in the reader's language, people by name. */
export function actorInWords(locale: Locale, name: string): string {
  const key = Object.hasOwn(texts, name) ? texts[name] : undefined
  return key ? text(locale, key) : name
}
