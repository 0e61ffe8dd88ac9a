import { useText } from '#web/texts.ts'
import type { Import } from './data.ts'

export function useOpenQuestionTexts({
  column_question,
  currency_question,
  letters_question,
  to_confirm,
}: Pick<Import, 'column_question' | 'currency_question' | 'letters_question' | 'to_confirm'>): string[] {
  const t = useText()
  return [
    ...(letters_question ? [t('files.which_letters')] : []),
    ...(column_question ? [t('imports.what_holds', { column: column_question.name })] : []),
    ...(currency_question
      ? [t('imports.which_currency', { column: currency_question.column || t('imports.fields.amount') })]
      : []),
    ...to_confirm.map((what) => t(`imports.ask.${what}`)),
  ]
}
