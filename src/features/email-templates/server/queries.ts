import type { Locale } from '#shared/messages.ts'
import type { Db } from '#server/db/db.ts'
import { defaultWording, type TemplateKey, type Wording } from '../templates.ts'
import { brokenSecretRule } from './secret-rule.ts'

type Own = Partial<Record<Locale, string>>
/** What staff have written themselves, per language; version 0 when they never have. */
export type OwnWording = { subject: Own; body: Own; version: number; updated_at: Date | null }

const untouched: OwnWording = { subject: {}, body: {}, version: 0, updated_at: null }

/** Staff's own wordings of some templates (of all without keys). */
export async function ownWordings(db: Db, keys?: string[]): Promise<Map<string, OwnWording>> {
  const rows = await db
    .selectFrom('email_templates')
    .select(['key', 'subject', 'body', 'version', 'updated_at'])
    .$if(keys !== undefined, (query) => query.where('key', 'in', keys!))
    .execute()
  return new Map(rows.map((row) => [row.key, { ...row, subject: row.subject as Own, body: row.body as Own }]))
}

/** The own wording of one template, locked against another change. */
export async function lockOwnWording(db: Db, key: TemplateKey): Promise<OwnWording> {
  const row = await db
    .selectFrom('email_templates')
    .select(['subject', 'body', 'version', 'updated_at'])
    .where('key', '=', key)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row ? { ...row, subject: row.subject as Own, body: row.body as Own } : untouched
}

/** What stands in a language: staff's wording where there is one, else the default. */
export function written(key: TemplateKey, language: Locale, own: OwnWording = untouched): Wording {
  const standard = defaultWording(key, language)
  return { subject: own.subject[language] ?? standard.subject, body: own.body[language] ?? standard.body }
}

/** Whether staff's wording in a language breaks the rule of secrets, and is kept but not used. */
export function isSetAside(key: TemplateKey, language: Locale, own: OwnWording = untouched): boolean {
  if (own.subject[language] === undefined && own.body[language] === undefined) return false
  return brokenSecretRule(key, language, written(key, language, own)) !== undefined
}

/** What holds in a language: what is written, unless that would show a secret; then the default. */
export function effective(key: TemplateKey, language: Locale, own?: OwnWording): Wording {
  return isSetAside(key, language, own) ? defaultWording(key, language) : written(key, language, own)
}

export type Wordings = (key: TemplateKey, language: Locale) => Wording

/** The wordings that hold now, for the mails of some templates. */
export async function wordingsOf(db: Db, keys: string[]): Promise<Wordings> {
  const own = await ownWordings(db, keys)
  return (key, language) => effective(key, language, own.get(key))
}

/** Keeps a wording; answers false when somebody else did so since `version`. */
export async function saveOwnWording(
  db: Db,
  key: TemplateKey,
  own: Pick<OwnWording, 'subject' | 'body'>,
  { version, userId, now }: { version: number; userId: number; now: Date },
): Promise<boolean> {
  const values = {
    subject: JSON.stringify(own.subject),
    body: JSON.stringify(own.body),
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
