/** The files a statement of account is made as. */
export const statementFormats = ['pdf', 'xlsx'] as const
