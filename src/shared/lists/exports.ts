/** File formats: a workbook, or a CSV table for German Excel. */
export const exportFormats = ['xlsx', 'csv'] as const
/** Gifts can also be exported as grants in the 360Giving standard. */
export const giftFormats = [...exportFormats, 'grants360'] as const
export type ExportFormat = (typeof giftFormats)[number]

/** File extension of each format. */
export const fileEndings: Record<ExportFormat, string> = { xlsx: 'xlsx', csv: 'csv', grants360: 'json' }

/** Column sets: those on the screen, every field of the record, or those that an import reads. */
export const exportSets = ['as_seen', 'everything', 'for_import'] as const
export type ExportSet = (typeof exportSets)[number]
