import { type Locale, locales } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { defaultWording } from '../defaults.ts'
import type { TemplateKey, Wording } from '../templates.ts'
import { brokenSecretRule } from './secret-rule.ts'

type Own = Partial<Record<Locale, string>>
/** Staff's own wordings by language; version 0 before the first. */
export type OwnWording = {
  subject: Own
  body: Own
  /** Languages not reviewed since another language (the value) changed. */
  not_adapted: Partial<Record<Locale, Locale>>
  version: number
  updated_at: Date | null
}
export type StoredWording = Pick<OwnWording, 'subject' | 'body' | 'not_adapted'>

const noOwnWording: OwnWording = { subject: {}, body: {}, not_adapted: {}, version: 0, updated_at: null }

export const notAdapted = ({ not_adapted }: OwnWording = noOwnWording): Locale[] =>
  locales.filter((language) => not_adapted[language] !== undefined)

/** Languages to review after a change: all but the changed ones, until somebody has reviewed them. */
export function waitingAfter(
  before: OwnWording['not_adapted'],
  changed: readonly Locale[],
): OwnWording['not_adapted'] {
  const [first] = changed
  if (first === undefined) return before
  const waiting = locales.filter((language) => !changed.includes(language))
  return Object.fromEntries(waiting.map((language) => [language, first]))
}

/** Staff's own wordings of these templates, or of all without keys. */
export async function ownWordings(db: Db, keys?: string[]): Promise<Map<string, OwnWording>> {
  const rows = await db
    .selectFrom('email_templates')
    .select(['key', 'subject', 'body', 'not_adapted', 'version', 'updated_at'])
    .$if(keys !== undefined, (query) => query.where('key', 'in', keys!))
    .execute()
  return new Map(rows.map((row) => [row.key, asOwn(row)]))
}

/** The own wording of one template, locked against concurrent changes. */
export async function lockOwnWording(db: Db, key: TemplateKey): Promise<OwnWording> {
  const row = await db
    .selectFrom('email_templates')
    .select(['subject', 'body', 'not_adapted', 'version', 'updated_at'])
    .where('key', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? asOwn(row) : noOwnWording
}

type Stored = { subject: unknown; body: unknown; not_adapted: unknown; version: number; updated_at: Date }
const asOwn = ({ version, updated_at, ...kept }: Stored): OwnWording => ({
  ...(kept as StoredWording),
  version,
  updated_at,
})

/** The stored wording of a language: staff's own or the default. */
export function ownOrDefault(key: TemplateKey, language: Locale, own: OwnWording = noOwnWording): Wording {
  const standard = defaultWording(key, language)
  return { subject: own.subject[language] ?? standard.subject, body: own.body[language] ?? standard.body }
}

/** True if staff's wording in a language breaks the secrets rule; it is then stored but not used. */
export function isSetAside(key: TemplateKey, language: Locale, own: OwnWording = noOwnWording): boolean {
  if (own.subject[language] === undefined && own.body[language] === undefined) return false
  return brokenSecretRule(key, language, ownOrDefault(key, language, own)) !== undefined
}

/** The wording used for a language: the stored one, or the default if that would reveal a secret. */
export function effectiveWording(key: TemplateKey, language: Locale, own?: OwnWording): Wording {
  return isSetAside(key, language, own) ? defaultWording(key, language) : ownOrDefault(key, language, own)
}

export type Wordings = (key: TemplateKey, language: Locale) => Wording

export async function wordingsOf(db: Db, keys: string[]): Promise<Wordings> {
  const own = await ownWordings(db, keys)
  return (key, language) => effectiveWording(key, language, own.get(key))
}

/** Stores a wording; false if another person has changed it since `version`. */
export async function saveOwnWording(
  db: Db,
  key: TemplateKey,
  own: StoredWording,
  { version, userId, now }: { version: number; userId: number; now: Date },
): Promise<boolean> {
  const values = {
    subject: JSON.stringify(own.subject),
    body: JSON.stringify(own.body),
    not_adapted: JSON.stringify(own.not_adapted),
    version: version + 1,
    updated_by: userId,
    updated_at: now,
  }
  const saved = await db
    .insertInto('email_templates')
    .values({ key, ...values })
    .onConflict((on) => on.column('key').doUpdateSet(values).where('email_templates.version', '=', version))
    .executeTakeFirst()
  return Number(saved.numInsertedOrUpdatedRows ?? 0) > 0
}
