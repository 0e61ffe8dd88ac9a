import { useEffect, useId, useRef, useState } from 'react'
import { isDay, showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { fieldErrors } from '#web/form/errors.ts'
import { DateField } from '#web/form/DateField.tsx'
import { MoneyFailure } from '#web/record/MoneyFailure.tsx'
import { MoneyField } from '#web/form/MoneyField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { isUnanswered } from '#web/record/money-failure.ts'
import { useSecondPerson } from '#web/record/second-person.ts'
import { SecondPersonCallout } from '#web/record/SecondPersonCallout.tsx'
import { useProfile } from '#web/profile.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconCoinEuro } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { Sentence } from '#web/ui/Sentence.tsx'
import { Segmented } from '#web/ui/Tabs.tsx'
import { spreads } from '../rules.ts'
import { amountsOf, type AmountInput } from './amounts.ts'
import { BudgetBar } from './BudgetBar.tsx'
import type { FundingChoices, Preview } from './preview.ts'
import { FundTable } from './FundTable.tsx'
import { fundProject, type Keys, type Outcome, type SentOrder, notifyFailures } from './sending.ts'
import { useDebounced } from '#web/useDebounced.ts'
import './funding.css'

type FundFormProps = {
  companies: readonly { slug: string; title: string }[]
  preview: Preview
  isStale: boolean
  chosen: FundingChoices
  today: string
  choose: (chosen: FundingChoices) => void
  onRunning: (running: boolean) => void
  onClose: () => void
  onSent: (sent: SentOrder) => void
}

/** The form of a funding before it is sent: company, budget, projects and amounts. */
export function FundForm(props: FundFormProps) {
  const { companies, preview, chosen, today, choose } = props
  const t = useText()
  const isCompanyUser = useProfile()?.user_type === 'company'
  const locale = useLocale()
  const formId = useId()
  const euro = (cents: number) => formatEuro(cents, locale)
  const fundable = preview.results.filter((project) => project.fundable)
  const isOne = preview.results.length === 1
  const budgets = preview.budgets.filter((one) => one.available_cents > 0 || one.slug === chosen.budget)
  const company = companies.find((one) => one.slug === chosen.company)
  const budget = preview.budgets.find((one) => one.slug === chosen.budget)
  const [typed, setTyped] = useState<AmountInput>({ sum: null, spread: 'need', byHand: {} })
  const [isOwnSum, setOwnSum] = useState(false)
  const [note, setNote] = useState('')
  const [running, setRunning] = useState(false)
  const [tried, setTried] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const keys = useRef<Keys>(new Map())
  // Results received before a later answer was lost.
  const [known, setKnown] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const needed = fundable.reduce((all, project) => all + project.missing_cents, 0)
  const most = Math.min(needed, budget?.available_cents ?? needed)
  // A single project starts with the highest possible amount, until the person types a sum.
  const isOffered = isOne && budget !== undefined && !isOwnSum && most > 0
  const { sum, parts } = amountsOf(isOffered ? { ...typed, sum: most } : typed, fundable)
  // Sentence and button follow the input, debounced.
  const amounts = parts.map((part) => part || 0).filter((part) => part > 0)
  // Each project is one call: the largest amount shows whether any waits, the smallest whether all do.
  const anyWaits = useSecondPerson({ act: 'fund', amount_cents: Math.max(0, ...amounts) })
  const allWait = useSecondPerson({
    act: 'fund',
    amount_cents: Math.min(...amounts, Number.MAX_SAFE_INTEGER),
  })
  const settled = useDebounced({ sum: sum || 0, count: parts.filter((part) => (part ?? 0) > 0).length }, 150)

  useEffect(() => {
    if (chosen.company === '' && companies.length === 1) choose({ ...chosen, company: companies[0]!.slug })
  }, [companies, chosen, choose])
  useEffect(() => {
    // Preselects the first budget with money, and drops one that is not valid on the chosen day.
    if (props.isStale || chosen.company === '' || budget) return
    const first = preview.budgets.find((one) => one.available_cents > 0)
    if ((first?.slug ?? '') !== chosen.budget) choose({ ...chosen, budget: first?.slug ?? '' })
  }, [props.isStale, preview, budget, chosen, choose])
  const errors: Partial<Record<'company' | 'budget' | 'sum' | 'day', string>> = {
    ...(tried && !company && { company: t('validation.required') }),
    ...(tried && company && !budget && { budget: t('validation.required') }),
    ...(company && !props.isStale && budgets.length === 0 && { budget: t('funding.no_budget') }),
    ...dayError(),
    ...sumError(),
    ...(failure instanceof Error ? wireErrors(fieldErrors(failure)) : {}),
  }
  function dayError() {
    if (!isDay(chosen.day)) return { day: t('validation.day') }
    if (chosen.day > today) return { day: t('funding.day_in_future') }
    if (!preview.first_open_day || props.isStale) return {}
    const [month, day] = [showDay(chosen.day).slice(3), showDay(preview.first_open_day)]
    return { day: t('funding.month_closed', { month, day }) }
  }
  function sumError() {
    if (sum !== null && sum > most)
      return {
        sum: t(most < needed ? 'funding.at_most_left' : 'funding.at_most_needed', { amount: euro(most) }),
      }
    return tried && (sum === null || Number.isNaN(sum) || sum <= 0) ? { sum: t('form.amount') } : {}
  }
  const isTooMuch = sum !== null && sum > most
  const byHandTooMuch =
    typed.spread === 'hand' && fundable.some((project, at) => (parts[at] ?? 0) > project.missing_cents)
  const blocked = isTooMuch || byHandTooMuch

  const setPart = (slug: string, cents: number | null) => {
    // Keeps the amounts of the other rows.
    const before = Object.fromEntries(fundable.map((project, at) => [project.slug, parts[at] ?? null]))
    setOwnSum(true)
    setTyped((now) => ({ ...now, spread: 'hand', byHand: { ...before, [slug]: cents } }))
  }
  const setSum = (next: number | null) => {
    setOwnSum(true)
    setTyped((now) => ({
      ...now,
      sum: next,
      spread: now.spread === 'equal' ? 'equal' : 'need',
    }))
  }
  const setSpread = (spread: AmountInput['spread']) => {
    const byHand = Object.fromEntries(fundable.map((project, at) => [project.slug, parts[at] ?? null]))
    const now = sum !== null && !Number.isNaN(sum) && sum > 0 ? sum : typed.sum
    setTyped({ sum: now, spread, byHand })
  }

  const send = async () => {
    setTried(true)
    setFailure(undefined)
    const isKnown = sum !== null && !Number.isNaN(sum) && sum > 0
    if (running || !company || !budget || !isKnown || blocked) return
    if (Object.keys(dayError()).length > 0) return
    setRunning(true)
    props.onRunning(true)
    const order = { company, budget, business_day: chosen.day, note: note.trim() }
    let left = budget.available_cents
    const done = new Map(known)
    try {
      for (const [at, project] of fundable.entries()) {
        const amount_cents = parts[at] ?? 0
        if (amount_cents <= 0 || done.has(project.slug)) continue
        // Sequential, because all calls lock the same budget.
        const answer = await fundProject({ project, amount_cents }, order, keys.current)
        done.set(project.slug, answer.outcome)
        left = answer.left ?? left
      }
      const outcomes = preview.results.flatMap((project): Outcome[] => {
        const outcome = done.get(project.slug)
        if (outcome) return [outcome]
        return project.fundable ? [] : [{ project, state: 'left_out' }]
      })
      notifyFailures(outcomes)
      props.onSent({ order, sum_cents: sum, left_cents: left, outcomes })
    } catch (error) {
      setKnown(done)
      setFailure(error)
    } finally {
      setRunning(false)
      props.onRunning(false)
    }
  }

  const isLocked = running || isUnanswered(failure) || known.size > 0
  const nothing = fundable.length === 0
  const counted = t('funding.selected', { count: preview.results.length })
  return (
    <Modal
      title={t('actions.fund_internally')}
      subtitle={
        isOne
          ? preview.results[0]!.title
          : `${counted} · ${t('funding.can_take', { count: fundable.length })}`
      }
      size="lg"
      dirty={isOwnSum || note !== ''}
      onClose={props.onClose}
      footer={(close) =>
        nothing ? (
          <Button variant="primary" onClick={close}>
            {t('actions.close')}
          </Button>
        ) : (
          <>
            <Button onClick={close}>{t('actions.cancel')}</Button>
            <Button
              variant="primary"
              icon={IconCoinEuro}
              className="fund-do figures"
              disabled={blocked}
              loading={running}
              onClick={() => void send()}
            >
              {allWait && settled.sum > 0
                ? t('approvals.submit', { amount: euro(settled.sum) })
                : t('funding.do', { count: settled.count, sum: euro(settled.sum) })}
            </Button>
          </>
        )
      }
    >
      <form
        id={formId}
        className="stack"
        noValidate
        aria-busy={props.isStale || undefined}
        onSubmit={(event) => event.preventDefault()}
        onKeyDown={(event) => {
          // Enter alone must not move money.
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void send()
        }}
      >
        {failure !== undefined && (isUnanswered(failure) || Object.keys(errors).length === 0) && (
          <MoneyFailure error={failure} />
        )}
        {!nothing && (
          <>
            <div className="fund-fields">
              {isCompanyUser ? (
                <TextField
                  name="company"
                  label={t('funding.company')}
                  readOnly
                  value={company?.title ?? ''}
                  onChange={() => {}}
                />
              ) : (
                <SelectField
                  name="company"
                  label={t('funding.company')}
                  required
                  disabled={isLocked}
                  options={companies.map(({ slug, title }) => ({ value: slug, label: title }))}
                  value={chosen.company}
                  error={errors.company}
                  onChange={(slug) => choose({ ...chosen, company: slug, budget: '' })}
                />
              )}
              <SelectField
                name="budget"
                label={t('funding.budget')}
                required
                disabled={isLocked || !company}
                options={budgets.map(({ slug, title, available_cents }) => ({
                  value: slug,
                  // The chosen budget's available amount is shown in its bar.
                  label:
                    slug === chosen.budget
                      ? title
                      : t('funding.budget_left', { title, amount: euro(available_cents) }),
                }))}
                value={chosen.budget}
                error={errors.budget}
                onChange={(slug) => choose({ ...chosen, budget: slug })}
              />
              <MoneyField
                name="sum"
                label={t('funding.sum')}
                required
                disabled={isLocked}
                value={sum}
                error={errors.sum}
                onChange={setSum}
                hint={
                  isTooMuch && most > 0 ? (
                    <Button size="sm" onClick={() => setSum(most)}>
                      {t('funding.use', { amount: euro(most) })}
                    </Button>
                  ) : undefined
                }
              />
              <DateField
                name="business_day"
                label={t('funding.business_day')}
                disabled={isLocked}
                max={today}
                value={chosen.day}
                error={errors.day}
                onChange={(day) => choose({ ...chosen, day })}
                hint={
                  preview.first_open_day && errors.day ? (
                    <Button size="sm" onClick={() => choose({ ...chosen, day: preview.first_open_day! })}>
                      {showDay(preview.first_open_day)}
                    </Button>
                  ) : undefined
                }
              />
            </div>
            {budget && <BudgetBar budget={budget} sum={sum || 0} isTooMuch={isTooMuch} />}
            {!isOne && (
              <div className="fund-spread">
                <fieldset disabled={isLocked}>
                  <Segmented
                    label={t('funding.spread')}
                    value={typed.spread}
                    options={spreads.map((value) => ({ value, text: t(`funding.spreads.${value}`) }))}
                    onChange={setSpread}
                  />
                </fieldset>
                <span className="small muted">{t('funding.rounding')}</span>
              </div>
            )}
          </>
        )}
        {(!isOne || nothing) && (
          <FundTable
            projects={preview.results}
            amounts={new Map(fundable.map((project, at) => [project.slug, parts[at] ?? null]))}
            isLocked={isLocked}
            onChange={setPart}
          />
        )}
        {!nothing && (
          <>
            <TextField
              name="note"
              label={t('funding.note')}
              optional
              hint={t('funding.note_hint')}
              maxLength={500}
              disabled={isLocked}
              value={note}
              onChange={setNote}
            />
            {anyWaits && settled.sum > 0 && <SecondPersonCallout>{anyWaits.warning}</SecondPersonCallout>}
            {budget && settled.sum > 0 && !blocked && (
              <Sentence>
                {t('funding.consequence', {
                  sum: euro(settled.sum),
                  budget: budget.title,
                  left: euro(budget.available_cents - settled.sum),
                })}
              </Sentence>
            )}
          </>
        )}
      </form>
    </Modal>
  )
}

/** Maps the server's field names to those of this form. */
function wireErrors(fields: Partial<Record<string, string>>) {
  const named = {
    company: fields.company_slug,
    budget: fields.budget_slug ?? fields.funding_type,
    sum: fields.amount_cents,
    day: fields.business_day,
  }
  return Object.fromEntries(Object.entries(named).filter(([, text]) => text !== undefined))
}
