import { useState } from 'react'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useText } from '#web/texts.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { IconPlus, IconTrash } from '#web/ui/icons.ts'
import { type ImportField, importFields } from '../columns/fields.ts'
import { type Expression, skipTests, valueFields } from '../shape.ts'
import { Choice } from './Choice.tsx'
import type { Import } from './data.ts'
import { expressionOf, makings, type Making } from './expression.ts'
import type { ChangeImport } from './types.ts'

type Props = { data: Import; onChange: ChangeImport; errors: Record<string, string> }

export function ShapeSection({ data, onChange, errors }: Props) {
  const t = useText()
  const columns = useColumns(data)
  const named = (column: number) => columns[column]?.label ?? String(column + 1)
  const without = (field: ImportField) => (now: Import) => ({
    values: Object.fromEntries(Object.entries(now.values).filter(([other]) => other !== field)),
  })
  return (
    <section aria-labelledby="shape">
      <h2 id="shape">{t('imports.shape')}</h2>
      {data.kind !== 'grants360' && (
        <>
          <CheckboxField
            name="project_per_year"
            label={t('imports.project_per_year')}
            subtitle={t('imports.project_per_year_hint')}
            value={data.project_per_year}
            onChange={(project_per_year) => void onChange({ project_per_year })}
          />
          <ul className="import-made" aria-label={t('imports.made_fields')}>
            {valueFields(data.values).map((field) => (
              <li key={field}>
                <span>
                  <strong>{t(`imports.fields.${field}`)}</strong> {described(data.values[field]!, named)}
                </span>
                <IconButton
                  icon={IconTrash}
                  size={28}
                  label={t('actions.remove', { title: t(`imports.fields.${field}`) })}
                  onClick={() => void onChange(without(field))}
                />
              </li>
            ))}
          </ul>
          <MakeField data={data} onChange={onChange} error={errors.values} />
        </>
      )}
      <SkipRules data={data} onChange={onChange} errors={errors} />
    </section>
  )
}

function useColumns(data: Import) {
  const t = useText()
  return data.columns.map(({ name }, i) => ({
    value: String(i),
    label: name || t('imports.column_n', { n: i + 1 }),
  }))
}

function described({ parts, join }: Expression, named: (column: number) => string): string {
  return parts
    .map((part) => {
      if ('constant' in part) return `“${part.constant}”`
      const of = part.split
        ? ` ${part.split.separator} ${part.split.part}`
        : part.slice
          ? ` ${part.slice.from}–${part.slice.from + part.slice.length - 1}`
          : ''
      return named(part.column) + of
    })
    .join(join.trim() === '' ? ' + ' : ` ${join} `)
}

function MakeField({ data, onChange, error }: Omit<Props, 'errors'> & { error: string | undefined }) {
  const t = useText()
  const columns = useColumns(data)
  const [field, setField] = useState('')
  const [making, setMaking] = useState<Making>('constant')
  const [given, setGiven] = useState({ text: '', first: '', second: '', sign: '', place: '1', length: '4' })
  const put = (some: Partial<typeof given>) => setGiven((now) => ({ ...now, ...some }))
  const expression = expressionOf(making, given)
  const add = async () => {
    if (await onChange(({ values }) => ({ values: { ...values, [field]: expression } }))) setField('')
  }
  const column = (name: 'first' | 'second') => (
    <Choice
      label={t(name === 'first' ? 'imports.column' : 'imports.second_column')}
      value={given[name]}
      none={t('imports.choose')}
      options={columns}
      onChange={(value) => put({ [name]: value })}
    />
  )
  const typed = (name: 'text' | 'sign' | 'place' | 'length') => (
    <TextField
      name={name}
      label={t(`imports.makings.${name}`)}
      value={given[name]}
      onChange={(value) => put({ [name]: value })}
    />
  )
  return (
    <fieldset className="import-rates">
      <legend>{t('imports.make_field')}</legend>
      <div className="import-make">
        <Choice
          label={t('imports.field')}
          value={field}
          none={t('imports.choose')}
          error={error}
          options={importFields.map((one) => ({ value: one, label: t(`imports.fields.${one}`) }))}
          onChange={setField}
        />
        <Choice
          label={t('imports.made_of')}
          value={making}
          options={makings.map((one) => ({ value: one, label: t(`imports.makings.of_${one}`) }))}
          onChange={(value) => setMaking(makings.find((one) => one === value)!)}
        />
        {making === 'constant' ? typed('text') : column('first')}
        {making === 'join' && column('second')}
        {(making === 'join' || making === 'split') && typed('sign')}
        {(making === 'split' || making === 'slice') && typed('place')}
        {making === 'slice' && typed('length')}
        <Button icon={IconPlus} disabled={field === '' || !expression} onClick={() => void add()}>
          {t('imports.take_field')}
        </Button>
      </div>
    </fieldset>
  )
}

type Rule = Import['skip'][number]
const withoutRule = (rule: Rule) => (now: Import) => ({
  skip: now.skip.filter(
    ({ column, test, text }) => column !== rule.column || test !== rule.test || text !== rule.text,
  ),
})

function SkipRules({ data, onChange, errors }: Props) {
  const t = useText()
  const columns = useColumns(data)
  const [column, setColumn] = useState('')
  const [test, setTest] = useState<(typeof skipTests)[number]>('is')
  const [text, setText] = useState('')
  const add = async () => {
    const rule = { column: Number(column), test, text: test === 'empty' ? '' : text }
    if (await onChange(({ skip }) => ({ skip: [...skip, rule] }))) setText('')
  }
  return (
    <fieldset className="import-rates">
      <legend>{t('imports.skip')}</legend>
      <ul>
        {data.skip.map((rule) => {
          const name = columns[rule.column]?.label ?? ''
          const said = `${name} ${t(`imports.skip_tests.${rule.test}`)} ${rule.text}`.trim()
          return (
            <li key={said}>
              <span>{said}</span>
              <IconButton
                icon={IconTrash}
                size={28}
                label={t('actions.remove', { title: said })}
                onClick={() => void onChange(withoutRule(rule))}
              />
            </li>
          )
        })}
      </ul>
      <div className="import-make">
        <Choice
          label={t('imports.skip_column')}
          value={column}
          none={t('imports.choose')}
          error={errors.skip}
          options={columns}
          onChange={setColumn}
        />
        <Choice
          label={t('imports.skip_test')}
          value={test}
          options={skipTests.map((one) => ({ value: one, label: t(`imports.skip_tests.${one}`) }))}
          onChange={(value) => setTest(skipTests.find((one) => one === value)!)}
        />
        {test !== 'empty' && (
          <TextField name="skip-text" label={t('imports.skip_text')} value={text} onChange={setText} />
        )}
        <Button
          icon={IconPlus}
          disabled={column === '' || (test !== 'empty' && text.trim() === '')}
          onClick={() => void add()}
        >
          {t('imports.add_skip')}
        </Button>
      </div>
    </fieldset>
  )
}
