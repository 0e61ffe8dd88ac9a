import { useRef, useState } from 'react'
import { formatInteger } from '#shared/money.ts'
import { api } from '#web/api.ts'
import { TextField } from '#web/form/TextField.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { explain } from '#web/ui/states.tsx'
import type { Repair } from '../repair.ts'
import { Choice } from './Choice.tsx'
import { canRepair, type Import } from './data.ts'
import type { Search } from './search-matches.ts'
import { useCommandKey } from './useCommandKey.ts'

type Props = {
  data: Import
  onReplace: (repair: Repair) => Promise<boolean>
  onSearch: (search: Search) => void
}

/**
 * Replaces a text in one or all columns of the whole file; shows the number of matches first, and can be undone in one
 * step.
 */
export function FindReplace({ data, onReplace, onSearch }: Props) {
  const t = useText()
  const locale = useLocale()
  const [find, setFind] = useState('')
  const [text, setText] = useState('')
  const [column, setColumn] = useState('')
  const [cells, setCells] = useState<number>()
  const [counting, setCounting] = useState(false)
  const [replacing, setReplacing] = useState(false)
  const [failed, setFailed] = useState<unknown>()
  const changing =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      set(value)
      setCells(undefined)
    }
  const columnOf = (value: string) => (value === '' ? null : Number(value))
  const searched = useRef('')
  const searchFor = (value: string) => {
    searched.current = value
    changing(setFind)(value)
    onSearch({ find: value, column: columnOf(column) })
  }
  const searchIn = (value: string) => {
    changing(setColumn)(value)
    onSearch({ find, column: columnOf(value) })
  }
  const part = useRef<HTMLDivElement>(null)
  useCommandKey('h', canRepair(data), () => part.current?.querySelector('input')?.focus())
  const count = async () => {
    setCounting(true)
    setFailed(undefined)
    try {
      const query = { find, ...(column !== '' && { column: Number(column) }) }
      setCells((await api('GET /api/v4/imports/:id/matches/', { params: { id: data.id }, query })).cells)
    } catch (error) {
      setFailed(error)
    } finally {
      setCounting(false)
    }
  }
  const replace = async () => {
    setReplacing(true)
    const replaced = await onReplace({ kind: 'replace', column: columnOf(column), find, text })
    setReplacing(false)
    // The person may already be searching for something else.
    if (replaced && searched.current === find) searchFor('')
  }
  if (!canRepair(data)) return null
  return (
    <div className="import-make" ref={part}>
      <TextField name="find" label={t('imports.find')} value={find} onChange={searchFor} />
      <TextField name="text" label={t('imports.replace_by')} value={text} onChange={setText} />
      <Choice
        label={t('imports.in_column')}
        value={column}
        none={t('imports.all_columns')}
        options={data.columns.map(({ name }, i) => ({
          value: String(i),
          label: name || t('imports.column_n', { n: i + 1 }),
        }))}
        onChange={searchIn}
      />
      {cells === undefined ? (
        <Button loading={counting} disabled={find === ''} onClick={() => void count()}>
          {t('imports.count_cells')}
        </Button>
      ) : (
        <Button loading={replacing} disabled={cells === 0} onClick={() => void replace()}>
          {t('imports.replace', { n: formatInteger(cells, locale) })}
        </Button>
      )}
      <p role="status" className="small muted">
        {cells !== undefined && t('imports.cells', { count: cells })}
      </p>
      {failed !== undefined && <p role="alert">{explain(failed, t)}</p>}
    </div>
  )
}
