import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { seededRandom } from './random.ts'

const words = (en_US: string, de: string, sie_DE = de) => ({ en_US, du_DE: de, sie_DE })

const choice = (key: string, en_US: string, de: string) => ({ key, labels: words(en_US, de) })

const questions = [
  {
    key: 'reaches',
    step: 'basics',
    type: 'choice',
    labels: words('Who is reached', 'Wen das Projekt erreicht'),
    choices: [
      choice('children', 'Children and young people', 'Kinder und Jugendliche'),
      choice('families', 'Families', 'Familien'),
      choice('elderly', 'Elderly people', 'Ältere Menschen'),
      choice('everybody', 'Everybody in the town', 'Alle im Ort'),
    ],
  },
  {
    key: 'own_share',
    step: 'financing',
    type: 'amount',
    labels: words('Own share', 'Eigenanteil'),
    choices: [],
  },
  {
    key: 'first_time',
    step: 'basics',
    type: 'boolean',
    labels: words('Applies for the first time', 'Erster Antrag bei uns'),
    choices: [],
  },
]

/** Three additional fields, answered for most projects. */
export async function seedQuestions(tx: Db, now: Date, projectIds: readonly number[]): Promise<void> {
  const fields = await tx
    .insertInto('additional_fields')
    .values(
      questions.map(({ labels, choices, ...field }, at) => ({
        ...field,
        is_required: false,
        labels: JSON.stringify(labels),
        choices: JSON.stringify(choices),
        position: at + 1,
        created_at: now,
        updated_at: now,
      })),
    )
    .returning(['id', 'key'])
    .execute()
  const idOf = (key: string) => fields.find((field) => field.key === key)!.id
  // A separate random source, so that the rest of the demo data stays the same.
  const random = seededRandom(64)
  const answers = projectIds.flatMap((project_id) => [
    ...(random.chance(0.9)
      ? [{ project_id, field_id: idOf('reaches'), choice: random.pick(questions[0]!.choices).key }]
      : []),
    ...(random.chance(0.6)
      ? [{ project_id, field_id: idOf('own_share'), number: random.between(1, 40) * 25_000 }]
      : []),
    ...(random.chance(0.8)
      ? [{ project_id, field_id: idOf('first_time'), choice: random.pick(['yes', 'no', 'no']) }]
      : []),
  ])
  await sql`
    insert into additional_answers (project_id, field_id, choice, number)
    select * from jsonb_to_recordset(${JSON.stringify(answers)}::jsonb)
      as given (project_id bigint, field_id bigint, choice text, number bigint)`.execute(tx)
}
