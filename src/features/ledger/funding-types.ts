import type { LabelKey } from '#shared/labels.ts'

/** Funding types (spec §4): number → name, text, and the platform feature that enables it. */
export const fundingTypes = {
  1: { name: 'donation', text: 'labels.donation', feature: 'enableDonations' },
  2: { name: 'sponsoring', text: 'labels.sponsoring', feature: 'enableSponsoring' },
  3: { name: 'foundation', text: 'labels.foundation', feature: 'enableFoundation' },
  4: { name: 'profit_savings', text: 'labels.profit_savings', feature: 'enableGewinnsparen' },
} as const satisfies Record<number, { name: string; text: LabelKey; feature: string }>

export const fundingTypeTexts = {
  1: fundingTypes[1].text,
  2: fundingTypes[2].text,
  3: fundingTypes[3].text,
  4: fundingTypes[4].text,
} as const

/** The projects that one dialog funds at most. */
export const mostFundedAtOnce = 200

export type FundingType = keyof typeof fundingTypes

/** Funding types in display order: legend, table columns, and the stack from the bottom (design: chart 1–4). */
export const chartTypes = [1, 4, 3, 2] as const satisfies readonly FundingType[]
