import { expect } from 'vitest'
import { type Change, type Changes, app, body, staff } from './world.ts'

/** Changes of imports. */
export const importsChanges: Changes = {
  'POST /api/v4/imports/': async () => {
    const form = new FormData()
    form.set('file', new Blob(['Organisation;Projekt;Betrag\nA;B;1,00\n']), 'new.csv')
    return {
      options: { raw: form },
      event: {
        action: 'upload',
        object_type: 'import',
        object_title: 'new.csv',
        after: expect.objectContaining({ filename: 'new.csv' }),
      },
    }
  },
  'PATCH /api/v4/imports/:id/': async () => {
    const id = await uploadedImport()
    return {
      path: { id },
      options: body({ funding_type: 3 }),
      event: {
        action: 'change',
        object_type: 'import',
        object_id: id,
        before: { funding_type: 1 },
        after: { funding_type: 3 },
      },
    }
  },
  'POST /api/v4/imports/:id/check/': () => importStep('check', 'uploaded', 'checking'),
  'POST /api/v4/imports/:id/run/': () => importStep('run', 'uploaded', 'running'),
  'POST /api/v4/imports/:id/cancel/': async () => {
    const id = await onlyImport()
    await app.db.updateTable('imports').set({ state: 'checking' }).where('id', '=', id).execute()
    return {
      path: { id },
      event: {
        action: 'cancel',
        object_type: 'import',
        object_id: id,
        before: { state: 'checking' },
        after: { state: 'cancelled' },
      },
    }
  },
  'DELETE /api/v4/imports/:id/': async () => {
    const id = await uploadedImport()
    return {
      path: { id },
      event: {
        action: 'delete',
        object_type: 'import',
        object_id: id,
        before: expect.objectContaining({ filename: 'gifts.csv', state: 'uploaded' }),
      },
    }
  },
}

async function uploadedImport(): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob(['Organisation;Projekt;Betrag\nA;B;1,00\n']), 'gifts.csv')
  const answer = await staff.call('POST', '/api/v4/imports/', { raw: form })
  expect(answer.status).toBe(201)
  return answer.body.id
}

/** One import works at a time: those before are over. */
async function onlyImport(): Promise<number> {
  await app.db.updateTable('imports').set({ state: 'cancelled' }).execute()
  return uploadedImport()
}

async function importStep(what: 'check' | 'run', before: string, after: string): Promise<Change> {
  const id = await onlyImport()
  return {
    path: { id },
    event: {
      action: what,
      object_type: 'import',
      object_id: id,
      before: { state: before },
      after: { state: after },
    },
  }
}
