import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { emptyDatabase } from './database.ts'

const folder = fileURLToPath(new URL('../migrations/', import.meta.url))
const files = readdirSync(folder)
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
const read = (file: string) => readFileSync(folder + file, 'utf8')
const moving = '0051_mail_secrets.sql'

test(
  'an outbox from before loses no link on its way to the recipient, and shows none',
  { timeout: 60_000 },
  async () => {
    const database = await emptyDatabase()
    const db = database.pool
    try {
      for (const file of files.filter((name) => name < moving)) await db.query(read(file))
      const mail = (key: string, secrets: string, data: object, text: string | null) =>
        db.query(
          `insert into emails (dedupe_key, template, to_email, language, data, secrets, state, subject, text_body, html_body, message_id, created_at)
         values ($1, 'invitation', 'a@example.org', 'en_US', $2, $3::text[], 'skipped', 'Mine tok-123', $4, $4, $1, now())`,
          [key, JSON.stringify(data), secrets, text],
        )
      await mail(
        'waiting',
        '{tok-123}',
        { link: '/invite/tok-123/', invited_by: 'K' },
        'see /invite/tok-123/',
      )
      await mail('sent', '{••••••}', {}, 'see /invite/••••••/')
      await mail('plain', '{}', { link: '/x/' }, 'see /x/')
      await db.query(read(moving))
      const { rows } = await db.query(
        'select dedupe_key, secrecy, data, subject, text_body, message_id from emails order by id',
      )
      const kept = { subject: 'Mine tok-123' }
      expect(rows).toEqual([
        {
          dedupe_key: 'waiting',
          secrecy: 'held',
          data: { invited_by: 'K' },
          subject: '',
          text_body: null,
          message_id: 'waiting',
        },
        {
          dedupe_key: 'sent',
          secrecy: 'gone',
          data: {},
          text_body: 'see /invite/••••••/',
          message_id: 'sent',
          ...kept,
        },
        {
          dedupe_key: 'plain',
          secrecy: 'none',
          data: { link: '/x/' },
          text_body: 'see /x/',
          message_id: 'plain',
          ...kept,
        },
      ])
      expect((await db.query('select data from email_secrets')).rows).toEqual([
        { data: { link: '/invite/tok-123/' } },
      ])
    } finally {
      await database.close()
    }
  },
)
