import { type Choice, EditConflict } from '#web/record/EditConflict.tsx'
import { conflictingKeys } from '#web/record/merge.ts'
import { useText } from '#web/texts.ts'
import type { TaskTemplate } from '../contract.ts'
import { type TemplateValues, templateValuesOf } from './template-form.ts'

type TemplateConflictProps = {
  mine: TemplateValues
  basis: TaskTemplate
  theirs: TaskTemplate
  onResolve: (choices: Record<string, Choice>) => void
  onClose: () => void
}

/** Another person changed the same fields of the template: choose mine or theirs for each. */
export function TemplateConflict({ mine, basis, theirs, ...answer }: TemplateConflictProps) {
  const t = useText()
  const other = templateValuesOf(theirs)
  const labels = {
    title: t('tasks.field_title'),
    description: t('tasks.description'),
    steps: t('tasks.templates.steps'),
  }
  const linesOf = (values: TemplateValues) =>
    values.steps.map(({ days, title }) => `${t('tasks.days_later', { count: Number(days) })} ${title}`)
  const shown = (values: TemplateValues, key: keyof TemplateValues) =>
    key === 'steps' ? linesOf(values).join('\n') : values[key]
  return (
    <EditConflict
      {...answer}
      subject={basis.title}
      fields={conflictingKeys(templateValuesOf(basis), mine, other).map((key) => ({
        key,
        label: labels[key],
        mine: shown(mine, key),
        theirs: shown(other, key),
      }))}
    />
  )
}
