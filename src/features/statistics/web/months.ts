import type { FundingType } from '#features/ledger/funding-types.ts'

/** What a month brought per funding type, in cents. */
export type MonthAmounts = { month: string; name: string } & Record<FundingType, number>
