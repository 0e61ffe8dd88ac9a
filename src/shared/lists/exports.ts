/** What a file can be: a workbook, or a table as German Excel opens it. */
export const exportFormats = ['xlsx', 'csv'] as const
/** Gifts also as grants of the 360Giving standard. */
export const giftFormats = [...exportFormats, 'grants360'] as const
export type ExportFormat = (typeof giftFormats)[number]

/** How the name of such a file ends. */
export const fileEndings: Record<ExportFormat, string> = { xlsx: 'xlsx', csv: 'csv', grants360: 'json' }

/** Which columns: those on the screen, every field of the record, or those that an import reads. */
export const exportSets = ['as_seen', 'everything', 'for_import'] as const
export type ExportSet = (typeof exportSets)[number]
