/** File formats of a statement of account. */
export const statementFormats = ['pdf', 'xlsx'] as const
