import type { Locale } from '#shared/messages.ts'
import { text } from '#server/texts.ts'

/** Who settles money at night, as events name it. */
export const settlementActor = 'Nightly settlement'

/** Acts of the house itself are signed with these names in the audit log, whose words never change; people read the text. */
const texts: Readonly<Record<string, 'jobs.name.payouts.settle' | 'jobs.name.imports.remove_abandoned'>> = {
  [settlementActor]: 'jobs.name.payouts.settle',
  'imports.remove_abandoned': 'jobs.name.imports.remove_abandoned',
}

/** Who did what an event says, for people: the house's own acts in their language, everybody else by name. */
export function actorInWords(locale: Locale, name: string): string {
  const key = Object.hasOwn(texts, name) ? texts[name] : undefined
  return key ? text(locale, key) : name
}
