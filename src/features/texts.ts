import { type Catalogue, type Entry, fill, type Locale, type ParameterList, pick } from '#shared/messages.ts'
import { apiDocsMessages } from '#features/api-docs/messages.ts'
import { commonMessages } from '#features/common/messages.ts'
import { dashboardMessages } from '#features/dashboard/messages.ts'
import { emailTemplateMessages } from '#features/email-templates/messages.ts'
import { emailMessages } from '#features/emails/messages.ts'
import { historyMessages } from '#features/history/messages.ts'
import { jobMessages } from '#features/jobs/messages.ts'
import { permissionMessages } from '#features/permissions/messages.ts'
import { userMessages } from '#features/users/messages.ts'
import { importMessages } from '#features/imports/messages.ts'
import { internalStatusMessages } from '#features/internal-statuses/messages.ts'
import { limitMessages } from '#features/limits/messages.ts'
import { exportMessages } from '#features/exports/messages.ts'
import { ledgerMessages } from '#features/ledger/messages.ts'
import { organizationMessages } from '#features/organizations/messages.ts'
import { projectMessages } from '#features/projects/messages.ts'
import { reviewMessages } from '#features/reviews/messages.ts'
import { sessionMessages } from '#features/session/messages.ts'
import { settingsMessages } from '#features/settings/messages.ts'
import { shellMessages } from '#features/shell/messages.ts'
import { taskMessages } from '#features/tasks/messages.ts'

/** Every text of the product. The server reads it whole; the page loads one language of it. */
export const texts = {
  ...commonMessages,
  ...dashboardMessages,
  ...emailTemplateMessages,
  ...emailMessages,
  ...jobMessages,
  ...permissionMessages,
  ...userMessages,
  ...reviewMessages,
  ...historyMessages,
  ...importMessages,
  ...apiDocsMessages,
  ...internalStatusMessages,
  ...limitMessages,
  ...exportMessages,
  ...ledgerMessages,
  ...organizationMessages,
  ...projectMessages,
  ...sessionMessages,
  ...settingsMessages,
  ...shellMessages,
  ...taskMessages,
} satisfies Catalogue

export type Texts = typeof texts
export type TextKey = keyof Texts
/** Keys under one prefix, e.g. `TextKeyUnder<'errors'>`. */
export type TextKeyUnder<Prefix extends string> = Extract<TextKey, `${Prefix}.${string}`>

/** The text of a key in one language, with its placeholders filled. */
export function text<K extends TextKey>(
  locale: Locale,
  key: K,
  ...parameters: ParameterList<Texts[K][0]>
): string {
  return fill(pick(texts[key], locale), locale, parameters[0])
}

/** The text of a key that is only known at run time (a label from a table, a validation message). */
export function textOf(
  locale: Locale,
  key: string,
  parameters: Record<string, string | number> = {},
): string {
  const entry = (texts as Record<string, Entry>)[key]
  return entry ? fill(pick(entry, locale), locale, parameters) : key
}
