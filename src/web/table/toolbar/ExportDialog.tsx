import { useId, useState } from 'react'
import { type ExportFormat, type ExportSet, exportSets } from '#shared/lists/exports.ts'
import type { TextKey } from '#shared/text-keys.ts'
import { useText } from '../../texts.ts'
import { Button } from '../../ui/Button.tsx'
import { IconDownload } from '../../ui/icons.ts'
import { Modal } from '../../ui/Modal.tsx'

/** Column set and format of an export; by default the visible columns as a workbook. */
export type ExportChoice = { set?: ExportSet; format?: ExportFormat }

type ExportDialogProps = {
  sets: boolean
  formats: readonly ExportFormat[]
  onExport: (choice: ExportChoice) => void
  onClose: () => void
}

/** Choice of columns and file format; Enter confirms it, initially the button's default. */
export function ExportDialog({ sets, formats, onExport, onClose }: ExportDialogProps) {
  const t = useText()
  const id = useId()
  const [set, setSet] = useState<ExportSet>('as_seen')
  const [format, setFormat] = useState<ExportFormat>('xlsx')
  return (
    <Modal
      title={t('exports.as_title')}
      size="sm"
      dirty={false}
      onClose={onClose}
      footer={(close) => (
        <>
          <Button onClick={close}>{t('actions.cancel')}</Button>
          <Button variant="primary" icon={IconDownload} type="submit" form={id}>
            {t('actions.export')}
          </Button>
        </>
      )}
    >
      <form
        id={id}
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onExport({ set, format })
          onClose()
        }}
      >
        {sets && format !== 'grants360' && (
          <Choices
            legend={t('exports.columns')}
            name="set"
            chosen={set}
            onChoose={setSet}
            choices={exportSets.map((value) => ({ value, ...words('sets', value) }))}
          />
        )}
        <Choices
          legend={t('exports.format')}
          name="format"
          chosen={format}
          onChoose={setFormat}
          choices={formats.map((value) => ({ value, ...words('formats', value) }))}
        />
      </form>
    </Modal>
  )
}

const words = <Kind extends 'sets' | 'formats', Value extends string>(kind: Kind, value: Value) => ({
  text: `exports.${kind}.${value}` as const,
  hint: `exports.${kind}.${value}_hint` as const,
})

type ChoicesProps<Value extends string> = {
  legend: string
  name: string
  chosen: Value
  onChoose: (value: Value) => void
  choices: readonly { value: Value; text: TextKey; hint: TextKey }[]
}

function Choices<Value extends string>({ legend, name, chosen, onChoose, choices }: ChoicesProps<Value>) {
  const t = useText()
  const id = useId()
  return (
    <fieldset className="export-choices">
      <legend>{legend}</legend>
      {choices.map(({ value, text, hint }) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            aria-describedby={`${id}-${value}`}
            onChange={() => onChoose(value)}
          />
          <span>
            <span>{t.of(text)}</span>
            <span id={`${id}-${value}`} className="caption muted">
              {t.of(hint)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
