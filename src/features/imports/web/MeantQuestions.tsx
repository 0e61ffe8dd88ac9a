import { changeSearch } from '#web/router/navigate.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import type { Import } from './data.ts'
import type { ChangeImport } from './ImportPage.tsx'

/** Asks once for the file whether amounts below zero take gifts back; their rows are refused until somebody says so. */
export function NegativeQuestion({
  data,
  onChange,
  onReverse,
}: {
  data: Import
  onChange: ChangeImport
  onReverse: ChangeImport
}) {
  const t = useText()
  const { negative_question } = data
  if (!negative_question || !data.can_change) return null
  return (
    <Callout
      tone="warning"
      title={t('imports.ask.negative', { count: negative_question.rows })}
      action={
        <>
          <Button size="sm" onClick={() => void onReverse({ reversals: true })}>
            {t('imports.negative_reverse')}
          </Button>
          <Button size="sm" onClick={() => void onChange({ reversals: false })}>
            {t('imports.negative_refuse')}
          </Button>
        </>
      }
    >
      {t('imports.negative_means')}
    </Callout>
  )
}

/** Asks about what is more often a mistake than meant: no amounts at all, or nearly each gift to another organization. */
export function MeantQuestions({ data, onChange }: { data: Import; onChange: ChangeImport }) {
  const t = useText()
  const { to_confirm, options } = data
  if (!data.can_change) return null
  // Names that look alike are asked about beside their list.
  return to_confirm
    .filter((what) => what !== 'alike_names')
    .map((what) => (
      <Callout
        key={what}
        tone="warning"
        title={t(`imports.ask.${what}`)}
        action={
          <>
            <Button size="sm" onClick={() => void onChange({ confirmed: [...options.confirmed, what] })}>
              {t(`imports.is_meant.${what}`)}
            </Button>
            <Button size="sm" onClick={() => changeSearch({ step: 'columns' })}>
              {t('imports.to_columns')}
            </Button>
          </>
        }
      >
        {t(`imports.to_confirm.${what}`)}
      </Callout>
    ))
}
