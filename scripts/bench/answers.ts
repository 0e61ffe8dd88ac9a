/**
 * npm run bench:answers -- [PROJECTS]: lists and counts that filter by additional fields, over that many generated projects
 * with two and a half answers each; per question the time of the page and of its count, and every table that is read whole.
 */
import { sql, type RawBuilder } from 'kysely'
import { openDatabase, type Db } from '../../src/server/db/db.ts'
import { setTexts } from '#server/base/texts.ts'
import { texts } from '../../src/app/texts.ts'
import { projects } from '../../src/features/projects/contract.ts'
import { findAnswerCountDifferences } from '../../src/features/additional-fields/server/counts.ts'
import { askedBy, projectCount, projectIds } from '../../src/features/projects/server/list.ts'
import { listProjects } from '../../src/features/projects/server/queries.ts'
import { generatedDatabase } from './product.ts'

setTexts(texts)
const size = Number(process.argv[2] ?? 200_000)
const url = await generatedDatabase('answers', size)
const { db, close } = await openDatabase({ databaseUrl: url, dataDir: '', statementTimeout: 0 })
try {
  await fill(db)
  const differences = await findAnswerCountDifferences(db)
  if (differences.length > 0) throw new Error(`kept counts differ: ${JSON.stringify(differences)}`)
  console.log(`${size} projects`)
  for (const question of [
    'exclude_status=archived',
    'additional.reach=half&exclude_status=archived',
    'additional.reach=few&exclude_status=archived',
    'additional.reach=none&exclude_status=archived',
    'not=additional.reach&additional.reach=half&exclude_status=archived',
    'additional.share=100000..200000&exclude_status=archived',
    'additional.share=100000..100500&exclude_status=archived',
    'additional.opening=today..+30&exclude_status=archived',
    'additional.reach=half&additional.share=100000..200000&exclude_status=archived',
    'additional.reach=half&status=complete&exclude_status=archived',
    'additional.reach=half&ordering=title&exclude_status=archived',
  ])
    await measure(db, question)
} finally {
  await close()
}

async function fill(to: Db): Promise<void> {
  await sql`
    insert into additional_fields (key, step, type, labels, choices, position, created_at, updated_at)
    select key, 'basics', type, '{}', choices::jsonb, 1, now(), now() from (values
      ('reach', 'choice', '[{"key": "half", "labels": {}}, {"key": "some", "labels": {}}, {"key": "few", "labels": {}}]'),
      ('share', 'amount', '[]'), ('opening', 'day', '[]')) as field (key, type, choices)`.execute(to)
  await sql`
    insert into additional_answers (project_id, field_id, choice)
    select projects.id, field.id, case when projects.id % 1000 = 0 then 'few' when projects.id % 2 = 0 then 'half' else 'some' end
    from projects, additional_fields field where field.key = 'reach' and projects.id % 10 <> 9`.execute(to)
  await sql`
    insert into additional_answers (project_id, field_id, number)
    select projects.id, field.id, case field.key when 'share' then (projects.id * 7919) % 1000000
      else date '2026-11-23' - date '1970-01-01' + (projects.id * 31) % 2000 - 1000 end
    from projects, additional_fields field where field.key <> 'reach' and projects.id % 5 <> 4`.execute(to)
  await sql`select compact_additional_counts()`.execute(to)
  await sql`vacuum analyze additional_answers`.execute(to)
  await sql`vacuum analyze additional_kept_counts`.execute(to)
}

async function measure(from: Db, question: string): Promise<void> {
  const parsed = projects.list.query.parse(Object.fromEntries(new URLSearchParams(question)))
  const query = await askedBy(from, parsed, { id: 1, user_type: 'staff', company_id: null })
  const page = await time(() => listProjects(from, query))
  const count = await time(() => sql`select (${projectCount(query)}) as n`.execute(from))
  const whole = [
    ...(await readWhole(from, sql`${projectIds(query)} limit 25`)),
    ...(await readWhole(from, sql`select (${projectCount(query)})`)).map((table) => `${table} (count)`),
  ]
  console.log(
    `${page.toFixed(1).padStart(8)} ms  count ${count.toFixed(1).padStart(7)} ms  ${question}${whole.length > 0 ? `  reads whole: ${whole.join(', ')}` : ''}`,
  )
}

/** The median of seven after a warm-up. */
async function time(run: () => Promise<unknown>): Promise<number> {
  await run()
  const times: number[] = []
  for (let n = 0; n < 7; n += 1) {
    const start = performance.now()
    await run()
    times.push(performance.now() - start)
  }
  return times.toSorted((a, b) => a - b)[3]!
}

async function readWhole(from: Db, statement: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(from)
  return rows.flatMap((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? [])
}
