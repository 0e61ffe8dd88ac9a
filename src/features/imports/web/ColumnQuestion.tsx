import { formatInteger } from '#shared/money.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import type { ImportField } from '../columns/fields.ts'
import { Answers } from '#web/ui/Answers.tsx'
import type { Import } from './data.ts'
import type { ChangeImport } from './types.ts'

/** Above this share of distinct values, a column is unlikely to list organizations with repeated gifts. */
const maxUsualDistinctShare = 0.8

/** Asks for the contents of a column whose name may mean projects or organizations; no answer is preselected. */
export function ColumnQuestion({ data, onChange }: { data: Import; onChange: ChangeImport }) {
  const t = useText()
  const locale = useLocale()
  const question = data.column_question
  if (!question || !data.can_change) return null
  const { column, name, values, distinct } = question
  const n = formatInteger(distinct, locale)
  const answer = (field: ImportField | null) => () =>
    void onChange(({ columns }) => ({
      columns: columns.map((one, at) => (at === column ? field : one.field)),
    }))
  return (
    <Callout tone="warning" title={t('imports.what_holds', { column: name })}>
      {distinct > values * maxUsualDistinctShare
        ? t('imports.unsure', { n, m: formatInteger(values, locale) })
        : t('imports.unsure_word')}
      <Answers
        answers={[
          {
            text: t('imports.each_a_project'),
            consequence: t('imports.makes_projects', { count: distinct }),
            onChoose: answer('project_title'),
          },
          {
            text: t('imports.each_an_organization'),
            consequence: t('imports.makes_organizations', { count: distinct }),
            onChoose: answer('organization_title'),
          },
          {
            text: t('imports.not_imported'),
            consequence: t('imports.makes_nothing'),
            onChoose: answer(null),
          },
        ]}
      />
    </Callout>
  )
}
