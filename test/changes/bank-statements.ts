import { expect } from 'vitest'
import { createProject } from '../factories.ts'
import { camt, houseIban } from '../statements.ts'
import { app, body, type Change, type Changes, fresh, staff } from './world.ts'

let opening = 0

/** A statement file that continues the last one. */
async function file(name: string): Promise<FormData> {
  await app.db.updateTable('bank_accounts').set({ iban: houseIban }).where('slug', '=', 'main').execute()
  const form = new FormData()
  const content = camt([{ lines: [{ cents: 700, name }], opening, number: name }])
  opening += 700
  form.set('file', new Blob([content]), 'statement.xml')
  return form
}

async function newLine(): Promise<number> {
  const name = fresh('Donor')
  const { body: brought } = await staff.call('POST', '/api/v4/bank-statements/', { raw: await file(name) })
  const { id } = await app.db
    .selectFrom('bank_lines')
    .select('id')
    .where('statement_id', '=', brought.statements[0])
    .executeTakeFirstOrThrow()
  return id
}

async function setAside(action: string, state: string): Promise<Change> {
  const id = await newLine()
  return {
    path: { id },
    options: body({ reason: 'Ask first' }),
    event: {
      action,
      object_type: 'bank_line',
      object_id: id,
      before: { state: 'open' },
      after: { state, reason: 'Ask first', amount_cents: 700 },
    },
  }
}

/** Imported statements and decided lines. */
export const bankStatementChanges: Changes = {
  'POST /api/v4/bank-statements/': async () => {
    const name = fresh('Number')
    return {
      options: { raw: await file(name) },
      event: {
        action: 'import_statement',
        object_type: 'bank_statement',
        object_title: name,
        after: expect.objectContaining({ lines: 1 }),
      },
    }
  },
  'POST /api/v4/bank-statements/files/:id/cancel/': async () => {
    const row = {
      filename: fresh('statement.xml'),
      size_bytes: 1,
      state: 'waiting',
      created_at: app.clock.now,
    }
    const { id } = await app.db
      .insertInto('bank_statement_files')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      path: { id },
      event: {
        action: 'cancel',
        object_type: 'bank_statement_file',
        object_id: id,
        object_title: row.filename,
      },
    }
  },
  'POST /api/v4/bank-statements/csv-layouts/': async () => {
    const said = { bank_account: 'main', headings: ['When', 'What'], columns: { booked_on: 0, amount: 1 } }
    return {
      options: body({ ...said, title: 'Giro' }),
      event: {
        action: 'save_columns',
        object_type: 'bank_csv_layout',
        object_title: 'Giro',
        after: said,
      },
    }
  },
  'PATCH /api/v4/bank-statements/csv-layouts/:id/': async () => {
    const [id, title] = [await storedLayout(), fresh('Giro')]
    return {
      path: { id },
      options: body({ title, version: 1 }),
      event: { action: 'change', object_type: 'bank_csv_layout', object_id: id, after: { title } },
    }
  },
  'DELETE /api/v4/bank-statements/csv-layouts/:id/': async () => {
    const id = await storedLayout()
    return {
      path: { id },
      event: {
        action: 'delete',
        object_type: 'bank_csv_layout',
        object_id: id,
        before: expect.objectContaining({ headings: ['When', 'What'] }),
      },
    }
  },
  'POST /api/v4/bank-transactions/:id/match/': async () => {
    const id = await newLine()
    const { slug, title } = await createProject(app.db)
    return {
      path: { id },
      options: body({ parts: [{ target_type: 'project', target_slug: slug, amount_cents: 700 }] }),
      event: {
        action: 'match_line',
        object_type: 'bank_line',
        object_id: id,
        before: { state: 'open' },
        after: { target: title, amount_cents: 700, is_auto: false },
      },
    }
  },
  'POST /api/v4/bank-transactions/:id/hold/': () => setAside('hold_line', 'held'),
  'POST /api/v4/bank-transactions/:id/ignore/': () => setAside('ignore_line', 'ignored'),
  'POST /api/v4/bank-transactions/:id/reveal/': async () => {
    const id = await newLine()
    return {
      path: { id },
      options: body({ reason: 'Rückfrage' }),
      event: {
        action: 'reveal_iban',
        object_type: 'bank_line',
        object_id: id,
        after: { reason: 'Rückfrage', iban: '' },
      },
    }
  },
  'POST /api/v4/bank-transactions/:id/undo/': async () => {
    const id = await newLine()
    await staff.post(`/api/v4/bank-transactions/${id}/hold/`, { reason: 'later' })
    return {
      path: { id },
      options: body({}),
      event: {
        action: 'undo_line',
        object_type: 'bank_line',
        object_id: id,
        before: { state: 'held', reason: 'later' },
        after: { state: 'open', amount_cents: 700 },
      },
    }
  },
}

async function storedLayout(): Promise<number> {
  const { id } = await app.db
    .insertInto('bank_csv_layouts')
    .values({
      title: fresh('Layout'),
      headings: '["When", "What"]',
      columns: '{"booked_on": 0, "amount": 1}',
      updated_at: app.clock.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
