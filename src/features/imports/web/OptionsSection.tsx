import { useState } from 'react'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useText } from '#web/texts.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { IconPlus, IconTrash } from '#web/ui/icons.ts'
import { fundingTypes } from '#features/ledger/funding-types.ts'
import { encodings, separators } from '#shared/reading/encodings.ts'
import { Choice, SaveOnBlurField } from './Choice.tsx'
import type { Import } from './data.ts'
import type { ChangeImport } from './types.ts'

type Props = { data: Import; onChange: ChangeImport; errors: Record<string, string> }

/** No sheet can have this name: `*` is not allowed in sheet names. */
const allSheets = '*'

const separatorTexts = {
  ',': 'imports.separators.comma',
  ';': 'imports.separators.semicolon',
  '\t': 'imports.separators.tab',
} as const

/** Options of the whole file; each choice is saved at once and updates the first rows. */
export function OptionsSection({ data, onChange, errors }: Props) {
  const t = useText()
  const { options, guessed, kind } = data
  const isText = kind !== 'xlsx'
  return (
    <section aria-labelledby="options">
      <h2 id="options">{t('imports.options')}</h2>
      <div className="fields">
        <CheckboxField
          name="partial"
          className="wide"
          label={t('imports.partial')}
          subtitle={t('imports.partial_hint')}
          value={options.partial}
          onChange={(partial) => void onChange({ partial })}
        />
        {kind !== 'grants360' && (
          <>
            <CheckboxField
              name="header"
              label={t('imports.header')}
              value={data.header}
              onChange={(header) => void onChange({ header })}
            />
            <CheckboxField
              name="amount_in_cents"
              label={t('imports.amount_in_cents')}
              value={data.amount_in_cents}
              onChange={(amount_in_cents) => void onChange({ amount_in_cents })}
            />
            <CheckboxField
              name="keep_sums"
              label={t('imports.keep_sums')}
              subtitle={t('imports.keep_sums_hint')}
              value={data.keep_sums}
              onChange={(keep_sums) => void onChange({ keep_sums })}
            />
          </>
        )}
        {isText && (
          <Choice
            label={t('imports.encoding')}
            value={options.encoding ?? ''}
            error={errors.encoding}
            none={t('imports.guessed', {
              value: guessed.encoding ? t(`imports.encodings.${guessed.encoding}`) : '-',
            })}
            options={encodings.map((value) => ({ value, label: t(`imports.encodings.${value}`) }))}
            onChange={(value) => void onChange({ encoding: encodings.find((one) => one === value) ?? null })}
          />
        )}
        {kind === 'csv' && (
          <Choice
            label={t('imports.separator')}
            value={options.separator ?? ''}
            error={errors.separator}
            none={t('imports.guessed', {
              value: guessed.separator ? t(separatorTexts[guessed.separator]) : '-',
            })}
            options={separators.map((value) => ({ value, label: t(separatorTexts[value]) }))}
            onChange={(value) =>
              void onChange({ separator: separators.find((one) => one === value) ?? null })
            }
          />
        )}
        {kind === 'xlsx' && (
          <Choice
            label={t('imports.sheet')}
            value={options.all_sheets ? allSheets : (options.sheet ?? '')}
            error={errors.sheet}
            none={t('imports.sheet_hint')}
            options={[
              ...(data.sheets.length > 1 ? [{ value: allSheets, label: t('imports.all_sheets') }] : []),
              ...data.sheets.map((sheet) => ({ value: sheet, label: sheet })),
            ]}
            onChange={(sheet) =>
              void onChange(
                sheet === allSheets
                  ? { sheet: null, all_sheets: true }
                  : { sheet: sheet || null, all_sheets: false },
              )
            }
          />
        )}
        {kind !== 'grants360' && (
          <SaveOnBlurField
            name="before"
            label={t('imports.before')}
            value={String(data.before)}
            error={errors.before}
            onChange={(before) => void onChange({ before: Number(before) })}
          />
        )}
        <SaveOnBlurField
          name="year"
          label={t('imports.year')}
          hint={t('imports.year_hint')}
          value={options.year === null ? '' : String(options.year)}
          error={errors.year}
          onChange={(year) => void onChange({ year: year === '' ? null : Number(year) })}
        />
        <Choice
          label={t('imports.funding_type')}
          value={String(options.funding_type)}
          error={errors.funding_type}
          options={Object.entries(fundingTypes).map(([value, label]) => ({ value, label: t(label.text) }))}
          onChange={(value) => void onChange({ funding_type: Number(value) as 1 })}
        />
        <Rates rates={options.rates} error={errors.rates} onChange={onChange} />
      </div>
    </section>
  )
}

type RatesProps = {
  rates: Record<string, string>
  error: string | undefined
  onChange: ChangeImport
}

const withoutRate =
  (code: string) =>
  ({ options }: Import) => ({
    rates: Object.fromEntries(Object.entries(options.rates).filter(([other]) => other !== code)),
  })

function Rates({ rates, error, onChange }: RatesProps) {
  const t = useText()
  const [currency, setCurrency] = useState('')
  const [rate, setRate] = useState('')
  const add = async () => {
    const added = { [currency.trim().toUpperCase()]: rate.trim() }
    if (!(await onChange(({ options }) => ({ rates: { ...options.rates, ...added } })))) return
    // The person may already be typing the next one.
    setCurrency((now) => (now === currency ? '' : now))
    setRate((now) => (now === rate ? '' : now))
  }
  return (
    <fieldset className="wide import-rates">
      <legend>{t('imports.rates')}</legend>
      <p className="field-hint">{t('imports.rates_hint')}</p>
      {Object.keys(rates).length > 0 && (
        <ul>
          {Object.entries(rates).map(([code, value]) => (
            <li key={code}>
              <span className="figures">
                {code} × {value}
              </span>
              <IconButton
                icon={IconTrash}
                size={28}
                label={t('actions.remove', { title: code })}
                onClick={() => void onChange(withoutRate(code))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="import-rate">
        <TextField name="currency" label={t('imports.currency')} value={currency} onChange={setCurrency} />
        <TextField
          name="rate"
          label={t('imports.euros_each')}
          placeholder="1.15"
          inputMode="decimal"
          value={rate}
          onChange={setRate}
          error={error}
        />
        <Button icon={IconPlus} disabled={!currency.trim() || !rate.trim()} onClick={() => void add()}>
          {t('imports.add_rate')}
        </Button>
      </div>
    </fieldset>
  )
}
