import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import type { Import } from './data.ts'
import type { ChangeImport } from './types.ts'

/** Hidden parts of a workbook: its rows are refused until somebody includes them, its columns are listed. */
export function HiddenParts({ data, onChange }: { data: Import; onChange: ChangeImport }) {
  const t = useText()
  const { rows, columns } = data.hidden
  if (!data.can_change) return null
  const isTaken = data.options.hidden_rows
  return (
    <>
      {rows && (
        <Callout
          tone={isTaken ? 'info' : 'warning'}
          title={isTaken ? t('imports.hidden_rows_taken') : t('imports.hidden_rows_found')}
          action={
            <Button size="sm" onClick={() => void onChange({ hidden_rows: !isTaken })}>
              {isTaken ? t('imports.hidden_rows_leave') : t('imports.hidden_rows')}
            </Button>
          }
        >
          {!isTaken && t('imports.hidden_rows_hint')}
        </Callout>
      )}
      {columns.length > 0 && <Callout>{t('imports.hidden_columns', { names: columns.join(', ') })}</Callout>}
    </>
  )
}
