export const statementFormats = ['pdf', 'xlsx'] as const
