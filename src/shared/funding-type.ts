/** The numbers of a funding type (spec §4); features/ledger/funding-types.ts has its texts. */
export const fundingType = { donation: 1, sponsoring: 2, foundation: 3, profitSavings: 4 } as const
