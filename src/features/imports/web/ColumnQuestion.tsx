import { formatInteger } from '#shared/money.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import type { ImportField } from '../reading/fields.ts'
import type { Import } from './data.ts'
import type { ChangeImport } from './ImportPage.tsx'

/** More values than these in a hundred that differ are no list of organizations that get something again and again. */
const usual = 0.8

/** Asks what a column holds whose name may mean projects as well as organizations; no answer is chosen beforehand. */
export function ColumnQuestion({ data, onChange }: { data: Import; onChange: ChangeImport }) {
  const t = useText()
  const locale = useLocale()
  const question = data.column_question
  if (!question || !data.can_change) return null
  const { column, name, values, distinct } = question
  const answer = (field: ImportField) =>
    void onChange({ columns: data.columns.map((one, at) => (at === column ? field : one.field)) })
  return (
    <Callout
      tone="warning"
      title={t('imports.what_holds', { column: name })}
      action={
        <>
          <Button size="sm" onClick={() => answer('project_title')}>
            {t('imports.each_a_project')}
          </Button>
          <Button size="sm" onClick={() => answer('organization_title')}>
            {t('imports.each_an_organization')}
          </Button>
        </>
      }
    >
      {distinct > values * usual
        ? t('imports.unsure', { n: formatInteger(distinct, locale), m: formatInteger(values, locale) })
        : t('imports.unsure_word')}
    </Callout>
  )
}
