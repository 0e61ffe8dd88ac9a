import type { DocumentLogRow, DocumentRow } from '../contract.ts'

/** A document with its target: `Notice of exemption 2022 · Kulturwerk`. A receipt names its donor instead. */
export const nameOf = ({ name, donor, target }: DocumentRow): string => `${name} · ${donor ?? target.title}`

/** The same on its record's page, which names the target already; a receipt still names its donor. */
export const nameWithin = ({ name, donor }: DocumentRow): string =>
  donor === null ? name : `${name} · ${donor}`

/** The file below the name; of a receipt also who issued it. */
export const fileLineOf = ({ donor, target, title }: DocumentRow): string =>
  donor === null ? title : `${target.title} · ${title}`

/** Title and subtitle of a log entry: the document's name with its target, then the file; or the file with its target. */
export const entryNameOf = ({ document: { name, title }, target_title }: DocumentLogRow) =>
  name === null ? { title, subtitle: target_title } : { title: `${name} · ${target_title}`, subtitle: title }
