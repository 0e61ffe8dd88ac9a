import { expect } from 'vitest'
import { type Change, type Changes, app, body, fresh, staff } from './world.ts'

/** Changes of imports. */
export const importsChanges: Changes = {
  'POST /api/v4/imports/': async () => {
    const form = new FormData()
    form.set('file', new Blob(['Organisation;Projekt;Betrag in Euro\nA;B;1,00\n']), 'new.csv')
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
  'POST /api/v4/imports/:id/names/': async () => {
    const id = await uploadedImport()
    const names = [{ one: fresh('Chor e. V.'), other: fresh('Chor'), is_same: true }]
    return {
      path: { id },
      options: body({ names }),
      event: { action: 'change', object_type: 'import', object_id: id, after: { names } },
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
  'POST /api/v4/imports/:id/undo/': async () => {
    const id = await onlyImport()
    await app.db.updateTable('imports').set({ state: 'done' }).where('id', '=', id).execute()
    return {
      path: { id },
      options: body({ reason: 'Wrong file', confirm_filename: 'gifts.csv' }),
      event: {
        action: 'ask_undo',
        object_type: 'import',
        object_id: id,
        before: { state: 'done' },
        after: { state: 'undoing', reason: 'Wrong file' },
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

  'PATCH /api/v4/import-recipes/:slug/': async () => ({
    path: { slug: await storedRecipe() },
    options: body({ title: fresh('Senate'), version: 1 }),
    event: { action: 'change', object_type: 'import_recipe', after: { title: expect.any(String) } },
  }),
  'DELETE /api/v4/import-recipes/:slug/': async () => ({
    path: { slug: await storedRecipe() },
    event: { action: 'delete', object_type: 'import_recipe', before: { title: expect.any(String) } },
  }),
}

async function storedRecipe(): Promise<string> {
  const slug = fresh('recipe').replace(' ', '-')
  await app.db
    .insertInto('import_recipes')
    .values({
      slug,
      title: slug,
      header_key: slug,
      names: '["Verein"]',
      steps: '{"mapping":{"columns":{}},"rates":{},"funding_type":1}',
      used_at: app.clock.now,
      created_at: app.clock.now,
    })
    .execute()
  return slug
}

async function uploadedImport(): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob(['Organisation;Projekt;Betrag in Euro\nA;B;1,00\n']), 'gifts.csv')
  const answer = await staff.call('POST', '/api/v4/imports/', { raw: form })
  expect(answer.status).toBe(201)
  return answer.body.id
}

/** Only one import runs at a time: earlier ones must have ended. */
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
