import type { z } from 'zod'
import type { Locale } from '#shared/messages.ts'
import { text, textOf } from '#server/base/texts.ts'
import { fundingTypes } from '#features/ledger/funding-types.ts'
import type { AccountRead } from '#features/ledger/server/account-codes.ts'
import type { AccountName } from '../../journal/journal.ts'

/** An account with its code and its name in a language, e.g. "Street kitchen · Profit-savings" or "Payout AZ-2026-0110". */
export function withName({ id, code, ...account }: AccountRead, locale: Locale): z.infer<typeof AccountName> {
  return { id, code, name: nameOf(account, locale) }
}

function nameOf(account: Omit<AccountRead, 'id' | 'code'>, locale: Locale): string {
  const { kind, owner, funding_type, payout } = account
  if (kind === 'project' && funding_type !== null)
    return `${owner} · ${text(locale, fundingTypes[funding_type].text)}`
  const words = textOf(locale, `accounts.kinds.${kind}`)
  if (payout !== null) return `${words} ${payout}`
  return owner === '' ? words : `${words} · ${owner}`
}
