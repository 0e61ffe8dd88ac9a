import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useApp } from '#test/app.ts'
import { createOrganization, createProject, createTask } from '#test/factories.ts'
import { tidyUp } from '#features/jobs/server/nightly.ts'
import { runJob } from '../work/worker.ts'
import { removeUnusedWords } from './unused-words.ts'

const app = useApp()

async function words(known: 'project_words' | 'organization_words' | 'task_words' | 'lost_words') {
  const { rows } = await sql<{ word: string }>`
    select distinct word from ${sql.table(known)} order by word`.execute(app.db)
  return rows.map((row) => row.word)
}
const tonight = () =>
  runJob(
    app.services,
    [tidyUp],
    { job: tidyUp.name, payload: { day: '2026-11-22', after: null } },
    new AbortController().signal,
  )

test('the nightly job removes the words of a changed address unless another record uses them', async () => {
  const { id } = await createOrganization(app.db, {
    title: 'Chor',
    email_contact: 'erika.mustermann@singer.example',
  })
  await createOrganization(app.db, { title: 'Band', email_contact: "o'neil@singer.example" })
  await app.db
    .updateTable('organizations')
    .set({ email_contact: 'office@chor.example' })
    .where('id', '=', id)
    .execute()
  expect(await words('organization_words')).toContain('mustermann')
  await tonight()
  expect(await words('organization_words')).toEqual(
    ['band', 'chor', 'example', 'neil', 'o', 'office', 'singer'].sort(),
  )
  expect(await words('lost_words')).toEqual([])
})

test('a word is removed with its last record and added with the next', async () => {
  const odd = String.raw`O'Brien\x`
  const { id: organization_id } = await createOrganization(app.db, { title: 'Verein', email_contact: '' })
  const one = await createProject(app.db, { title: `Kletterwand ${odd}`, organization_id, needs: [] })
  const other = await createProject(app.db, { title: 'Kletterwand Nord', organization_id, needs: [] })
  const task = await createTask(app.db, { project_id: other.id, title: 'Erika Mustermann anrufen' })
  const organizations = await words('organization_words')

  await app.db.deleteFrom('projects').where('id', '=', one.id).execute()
  await app.db.deleteFrom('reminders').where('id', '=', task.id).execute()
  await tonight()
  expect(await words('task_words')).toEqual([])
  expect(await words('organization_words')).toEqual(organizations)
  expect(await words('project_words')).toEqual(['kletterwand', 'nord', 'verein'])

  await app.db.deleteFrom('projects').execute()
  await app.db.deleteFrom('organizations').execute()
  const again = await createOrganization(app.db, { title: 'Club', email_contact: '' })
  await createProject(app.db, { title: 'Neue Kletterwand', organization_id: again.id, needs: [] })
  await tonight()
  expect(await words('project_words')).toEqual(['club', 'kletterwand', 'neue'])
  expect(await words('lost_words')).toEqual([])
})

test('more words than one batch are removed', async () => {
  await sql`insert into lost_words (known, word) select 'task_words', 'word' || n from generate_series(1, 1234) n`.execute(
    app.db,
  )
  await sql`insert into task_words select 'word' || n from generate_series(1, 1234) n`.execute(app.db)
  expect(await removeUnusedWords(app.db)).toBe(1234)
  expect([await words('task_words'), await words('lost_words')]).toEqual([[], []])
})

test('a word used again in an open transaction stays, and other writers do not wait', async () => {
  const { id } = await createOrganization(app.db, { title: 'Kletterhalle', email_contact: '' })
  await app.db.deleteFrom('organizations').where('id', '=', id).execute()
  await app.db.transaction().execute(async (slow) => {
    await createOrganization(slow, { title: 'Kletterhalle', email_contact: '' })
    expect(await removeUnusedWords(app.db)).toBe(0)
    expect(await words('lost_words')).toEqual(['kletterhalle'])
    // Writers that add words meanwhile do not wait.
    await createOrganization(app.db, { title: 'Turnhalle', email_contact: '' })
  })
  expect(await removeUnusedWords(app.db)).toBe(0)
  expect(await words('organization_words')).toEqual(['kletterhalle', 'turnhalle'])
  expect(await words('lost_words')).toEqual([])
})

test('a record created during the cleanup keeps all its words', async () => {
  let going = true
  const sweeping = (async () => {
    // oxlint-disable-next-line no-await-in-loop -- again and again beside the others
    while (going) await removeUnusedWords(app.db)
  })()
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (let turn = 0; turn < 40; turn++) {
        // oxlint-disable-next-line no-await-in-loop -- each after the other
        const { id } = await createOrganization(app.db, { title: `Halle ${turn}`, email_contact: '' })
        // oxlint-disable-next-line no-await-in-loop
        if (turn % 5 !== 0) await app.db.deleteFrom('organizations').where('id', '=', id).execute()
      }
    }),
  )
  going = false
  await sweeping
  await removeUnusedWords(app.db)
  const { rows } = await sql<{ word: string }>`
      select distinct word from organizations, unnest(tsvector_to_array(words_in(search_text))) word order by word`.execute(
    app.db,
  )
  expect(await words('organization_words')).toEqual(rows.map((row) => row.word))
  expect(await words('lost_words')).toEqual([])
})
