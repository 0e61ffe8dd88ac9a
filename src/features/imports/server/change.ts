import type { z } from 'zod'
import { audit, type AuditContext, differences } from '#server/audit.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, invalid } from '#server/errors.ts'
import type { Files } from '#server/files.ts'
import { inTransaction } from '#server/transaction.ts'
import { fundingTypes } from '#features/ledger/funding-types.ts'
import { getPlatformFeatures } from '#features/platform-features/server/queries.ts'
import type { ImportOptions } from '../choices.ts'
import type { imports } from '../contract.ts'
import type { Mapping } from '../reading/mapping.ts'
import { canChange, type ImportState } from '../work-rules.ts'
import { readHead } from './head.ts'
import { clearStaging, getImport, type ImportRecord, lockImport } from './records.ts'

type Change = z.output<typeof imports.change.body>

/**
 * Corrects guesses and choices of an import; what was checked before counts no longer. Another encoding, separator or
 * sheet has the beginning of the file read and guessed anew.
 */
export async function changeImport(
  db: Db,
  call: { id: number; body: Change; now: Date; files: Files; auditContext: AuditContext },
): Promise<void> {
  const { id, body, now, files, auditContext } = call
  const before = await getImport(db, id)
  if (!before.file_key) throw conflict('import_at_work')
  const options = optionsOf(before.options, body)
  const reread = (['encoding', 'separator', 'sheet'] as const).some(
    (name) => options[name] !== before.options[name],
  )
  // Outside the transaction: reading a hostile file may take its time.
  const fresh = reread ? await readHead(await files.localPath(before.file_key), options) : before
  const mapping = mappingOf(fresh.mapping, fresh.head.columns.length, body, before)
  if (body.funding_type !== undefined) {
    const features = await getPlatformFeatures(db)
    if (!features[fundingTypes[body.funding_type].feature])
      throw invalid({ funding_type: 'projects.funding_type_switched_off' })
  }
  await inTransaction(db, async (tx) => {
    const record = await lockImport(tx, id)
    if (!canChange(record.state as ImportState)) throw conflict('import_at_work')
    const changes = differences<Record<string, unknown>>(
      { ...record.options, mapping: { amountInCents: false, ...record.mapping } },
      { ...options, mapping },
    )
    if (Object.keys(changes.after).length === 0) return
    await clearStaging(tx, id)
    await tx
      .updateTable('imports')
      .set({
        options,
        mapping,
        head: fresh.head,
        kind: fresh.head.facts.kind,
        state: 'uploaded',
        step: null,
        counts: null,
        failure: null,
        staged_at: null,
        rows_done: 0,
        rows_total: null,
        updated_at: now,
      })
      .where('id', '=', id)
      .execute()
    await audit(tx, auditContext, {
      action: 'change',
      object_type: 'import',
      object_id: id,
      object_title: record.filename,
      ...changes,
    })
  })
}

function optionsOf(before: ImportOptions, body: Change): ImportOptions {
  const { encoding, separator, sheet, year, partial, rates, funding_type } = body
  const chosen = <T>(given: T | null | undefined, was: T | undefined) =>
    given === undefined ? was : (given ?? undefined)
  return {
    ...before,
    encoding: chosen(encoding, before.encoding),
    separator: chosen(separator, before.separator),
    sheet: chosen(sheet, before.sheet) || undefined,
    year: chosen(year, before.year),
    partial: partial ?? before.partial,
    rates: rates ?? before.rates,
    funding_type: funding_type ?? before.funding_type,
  }
}

/** A file of grants says itself which column is which. */
function mappingOf(guessed: Mapping, width: number, body: Change, before: ImportRecord): Mapping {
  if (before.kind === 'grants360') return guessed
  const mapping = {
    ...guessed,
    header: body.header ?? guessed.header,
    amountInCents: body.amount_in_cents ?? guessed.amountInCents ?? false,
  }
  if (!body.columns) return mapping
  if (body.columns.length !== width) throw invalid({ columns: 'imports.columns_differ' })
  const columns: Mapping['columns'] = {}
  body.columns.forEach((field, column) => {
    if (field) columns[field] = column
  })
  return { ...mapping, columns, fromContent: [] }
}
