import { changeSearch } from '#web/router/navigate.ts'
import { useText } from '#web/texts.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Answers } from '#web/ui/Answers.tsx'
import type { Import } from './data.ts'
import { confirming } from './confirming.ts'
import type { ChangeImport } from './types.ts'

/** Asks once per file whether negative amounts are reversals; their rows are refused until somebody confirms. */
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
    <Callout tone="warning" title={t('imports.ask.negative', { count: negative_question.rows })}>
      <Answers
        answers={[
          {
            text: t('imports.negative_reverse'),
            consequence: t('imports.negative_means'),
            onChoose: () => void onReverse({ reversals: true }),
          },
          {
            text: t('imports.negative_refuse'),
            consequence: t('imports.negative_stays', { count: negative_question.rows }),
            onChoose: () => void onChange({ reversals: false }),
          },
        ]}
      />
    </Callout>
  )
}

/** Asks about likely mistakes: no amounts at all, or a new organization for nearly every gift. */
export function MistakeQuestions({ data, onChange }: { data: Import; onChange: ChangeImport }) {
  const t = useText()
  const { to_confirm, counts } = data
  if (!data.can_change) return null
  // Similar names are asked about next to their list.
  return to_confirm
    .filter((what) => what !== 'alike_names')
    .map((what) => (
      <Callout key={what} tone="warning" title={t(`imports.ask.${what}`)}>
        {t(`imports.to_confirm.${what}`)}
        <Answers
          answers={[
            {
              text: t(`imports.is_meant.${what}`),
              consequence: t(`imports.then.${what}`, { count: counts?.organizations.new ?? 0 }),
              onChoose: () => void onChange(confirming(what)),
            },
            {
              text: t('imports.to_columns'),
              consequence: t('imports.then_nothing_yet'),
              onChoose: () => changeSearch({ step: 'columns' }),
            },
          ]}
        />
      </Callout>
    ))
}
