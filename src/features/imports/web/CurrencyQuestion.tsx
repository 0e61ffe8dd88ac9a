import { useState } from 'react'
import { SelectField } from '#web/form/SelectField.tsx'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { currencyCodes } from '../columns/currency.ts'
import { currenciesWith } from '../rates.ts'
import type { Import } from './data.ts'
import type { ChangeImport } from './types.ts'
import { withRates } from './rate-form.ts'
import { RateForm } from './RateForm.tsx'

type Props = { data: Import; onChange: ChangeImport }

/**
 * Asks once per file for the currency of its amounts, if the column's name states one other than EUR or nothing states
 * any: there is no silent default.
 */
export function CurrencyQuestion({ data, onChange }: Props) {
  const t = useText()
  const question = data.currency_question
  if (!question || !data.can_change) return null
  const column = question.column || t('imports.fields.amount')
  return (
    <Callout tone="warning" title={t('imports.which_currency', { column })}>
      {question.currency === null ? (
        <MissingCurrency data={data} onChange={onChange} />
      ) : (
        <CurrencyRates data={data} onChange={onChange} code={question.currency} said />
      )}
    </Callout>
  )
}

/** Shown when no currency is stated: EUR is one click, any other currency also needs a rate. */
function MissingCurrency({ data, onChange }: Props) {
  const t = useText()
  const [code, setCode] = useState('')
  return (
    <div className="stack-s">
      <p>{t('imports.nothing_says_currency')}</p>
      <div className="import-currency">
        <Button variant="primary" onClick={() => void onChange({ currency: 'EUR' })}>
          {t('imports.is_euro')}
        </Button>
        <SelectField
          name="other-currency"
          label={t('imports.other_currency')}
          value={code}
          placeholder={t('imports.choose')}
          options={currencyCodes.filter((one) => one !== 'EUR').map((one) => ({ value: one, label: one }))}
          onChange={setCode}
        />
      </div>
      {code !== '' && <CurrencyRates key={code} data={data} onChange={onChange} code={code} />}
    </div>
  )
}

/** Confirms the currency together with its rates; a stated currency may still be changed to EUR. */
function CurrencyRates({ data, onChange, code, said }: Props & { code: string; said?: boolean }) {
  const t = useText()
  return (
    <div className="stack-s">
      {said && <p>{t('imports.header_says', { code })}</p>}
      <RateForm
        data={data}
        code={code}
        confirm={t('imports.confirm_currency', { code })}
        onRates={(rates) =>
          onChange(({ options }) => ({
            rates: withRates(options.rates, code, rates),
            ...(!said && { currency: code }),
          }))
        }
      >
        {said && <Button onClick={() => void onChange({ currency: 'EUR' })}>{t('imports.is_euro')}</Button>}
      </RateForm>
    </div>
  )
}

/** The conversion rates, editable here; emphasized when a year of the file has none. */
export function RatesNote({ data, onChange }: Props) {
  const codes = currenciesWith(data.options.rates)
  if (!data.can_change || data.currency_question) return null
  return codes.map((code) => <RatesOf key={code} data={data} onChange={onChange} code={code} />)
}

function RatesOf({ data, onChange, code }: Props & { code: string }) {
  const t = useText()
  const [editing, setEditing] = useState(false)
  const own = Object.entries(data.options.rates).filter(([key]) => key.startsWith(code))
  const inOrder = own
    .map(([, rate]) => rate)
    .toSorted((a, b) => Number(a.replace(',', '.')) - Number(b.replace(',', '.')))
  const [low, high] = [inOrder[0]!, inOrder.at(-1)!]
  const range = low === high ? low : `${low} – ${high}`
  return (
    <Callout
      title={t('imports.rates_of', { count: own.length, code, range })}
      action={
        editing ? undefined : (
          <Button size="sm" onClick={() => setEditing(true)}>
            {t('imports.edit_rates', { code })}
          </Button>
        )
      }
    >
      {editing && (
        <RateForm
          data={data}
          code={code}
          confirm={t('actions.save')}
          onRates={async (rates) => {
            const all = ({ options }: Import) => ({ rates: withRates(options.rates, code, rates) })
            if (await onChange(all)) setEditing(false)
          }}
        >
          <Button onClick={() => setEditing(false)}>{t('actions.cancel')}</Button>
        </RateForm>
      )}
    </Callout>
  )
}
