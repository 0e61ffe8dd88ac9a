/** npm run import -- FILE: imports organizations, projects and gifts, also while the server runs. */
import { existsSync } from 'node:fs'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createInterface } from 'node:readline/promises'
import { texts } from '#app/texts.ts'
import { moveBusinessDay } from '#server/work/business-day.ts'
import { ConfigError, readConfig } from '#server/base/config.ts'
import { type Database, type Db, openDatabase } from '#server/db/db.ts'
import { migrate } from '#server/db/migrate.ts'
import { DatabaseRefused } from '#server/base/database-refused.ts'
import { HttpError, InvalidInput } from '#server/base/errors.ts'
import type { ImportOptions } from '#features/imports/choices.ts'
import { ReadError } from '#shared/reading/errors.ts'
import { deleteImport, registerFile, workOnFile } from '#features/imports/server/import-file.ts'
import { currencyQuestion, lettersQuestion, toConfirm } from '#features/imports/server/questions.ts'
import { failureText, refusalText } from '#features/imports/server/present.ts'
import { findRecipe, type StoredRecipe } from '#features/imports/server/recipes.ts'
import type { ImportRecord } from '#features/imports/server/records.ts'
import { refusedFile } from '#features/imports/server/refused-file.ts'
import { type Expression, valueFields } from '#features/imports/shape.ts'
import { isTypedSum } from '#features/imports/confirm.ts'
import { bookedBy, canRun, type Expected, sumToType } from '#features/imports/work-rules.ts'
import { getPlatformFeatures } from '#features/platform-features/server/queries.ts'
import { setTexts, textOf } from '#server/base/texts.ts'
import { dayOf } from '#shared/dates.ts'
import { formatEuro, formatInteger } from '#shared/money.ts'
import { type Arguments, correctMapping, readArguments, usage } from './import-arguments.ts'
import { UsageError } from './import-shape.ts'
import { watchProgress } from './import-progress.ts'

const exit = { done: 0, failed: 1, usage: 2, cancelled: 130 } as const
const stop = new AbortController()
process.on('SIGINT', interrupt)
process.on('SIGTERM', interrupt)
setTexts(texts)
process.exitCode = await main()

async function main(): Promise<number> {
  try {
    const given = readArguments(process.argv.slice(2))
    if (given === 'help') {
      console.log(usage)
      return exit.done
    }
    if (!existsSync(given.path)) throw new UsageError(`There is no file ${given.path}.`)
    const config = readConfig(process.env)
    const { databaseUrl, dataDir } = config
    const database = await openDatabase({ databaseUrl, dataDir, share: true })
    try {
      await migrate(database)
      return await importFile(database, given, config.timeZone)
    } finally {
      await database.close()
    }
  } catch (error) {
    console.error(lineOf(error))
    return error instanceof UsageError ? exit.usage : stop.signal.aborted ? exit.cancelled : exit.failed
  }
}

async function importFile(database: Database, given: Arguments, timeZone: string): Promise<number> {
  const { db } = database
  const place = { db, now: () => new Date(), timeZone }
  await moveBusinessDay(db, dayOf(place.now(), timeZone))
  const recipe = await recipeNamed(db, given.recipe)
  const options = recipe ? optionsWith(recipe, given) : given.options
  const id = await registerFile(
    db,
    {
      path: given.path,
      options,
      recipe,
      correct: (mapping, columns) => correctMapping(mapping, columns, given),
      ...(given.above !== undefined && { before: given.above }),
      actor: { id: null, name: 'npm run import' },
    },
    place.now(),
  )
  let kept = false
  try {
    const work = async (state: 'checking' | 'running', expected?: Expected) => {
      const watch = watchProgress(db, id)
      try {
        return await workOnFile(place, { id, path: given.path, state, expected }, stop.signal)
      } finally {
        await watch.end()
      }
    }
    const checked = await work('checking')
    if (checked.state !== 'checked') return ended(checked)
    report(checked)
    if (given.refused) await writeRefused(database, checked, given.refused)
    if (!canRun('checked', checked.counts, options.partial)) {
      console.error(
        'Nothing was imported: rows were refused. Correct them, or give --partial to leave them out.',
      )
      return exit.failed
    }
    const unclear = lettersQuestion(checked)
    if (unclear) {
      const [example] = unclear.examples
      console.error(
        `Nothing was imported: the encoding of umlauts is ambiguous (${example?.['windows-1252']} or ${example?.cp850}). Say --encoding windows-1252 or --encoding cp850.`,
      )
      return exit.failed
    }
    const silent = currencyQuestion(checked)
    if (silent) {
      const { currency, column } = silent
      const answer = currency ? `--rate ${currency}=RATE or --currency EUR` : '--currency EUR'
      console.error(
        `Nothing was imported: the currency of ${column || 'the amount'} is not known. Give ${answer}.`,
      )
      return exit.failed
    }
    const [unconfirmed] = toConfirm(checked)
    if (unconfirmed) {
      const option = `--${unconfirmed.replaceAll('_', '-')}`
      console.error(
        `Nothing was imported: ${textOf('en_US', `imports.to_confirm.${unconfirmed}`)} If that is meant, say ${option}.`,
      )
      return exit.failed
    }
    if (given.dryRun) {
      console.log('Dry run: nothing was changed.')
      return exit.done
    }
    const expected = bookedBy(checked.counts!)
    const { import_confirm_cents } = await getPlatformFeatures(db)
    const answer = await agreed(given, expected, import_confirm_cents)
    if (answer !== 'yes') {
      console.log(answer)
      return exit.cancelled
    }
    kept = true
    return ended(await work('running', expected))
  } finally {
    // A dry run leaves no trace; a completed import stays in the list.
    if (!kept) await deleteImport(db, id)
  }
}

/** The recipe of that name; throws UsageError when there is none. */
async function recipeNamed(db: Db, title: string | undefined): Promise<StoredRecipe | undefined> {
  if (title === undefined) return undefined
  const recipe = await findRecipe(db, { company_id: null }, { title })
  if (!recipe) throw new UsageError(`--recipe ${title}: no recipe is kept under this name.`)
  return recipe
}

/** A recipe's options, overridden by the command line. */
function optionsWith({ steps }: StoredRecipe, { options, fundingType }: Arguments): ImportOptions {
  return {
    ...options,
    rates: { ...steps.rates, ...options.rates },
    currency: options.currency ?? steps.currency,
    year: options.year ?? steps.year,
    funding_type: fundingType ?? steps.funding_type,
  }
}

/**
 * `yes`, or the reason for not booking: above the limit the sum must be typed, here or with --sum, unless --yes
 * disables the question.
 */
async function agreed(
  { yes, sum }: Arguments,
  { gifts, cents, taken_cents = 0 }: Expected,
  limit: number,
): Promise<string> {
  console.log(`${number(gifts)} gifts, ${formatEuro(cents, 'en_US')}, into the ledger`)
  if (taken_cents > 0) console.log(`${formatEuro(taken_cents, 'en_US')} taken back from gifts booked before`)
  const typed = sumToType({ gifts, cents, taken_cents })
  const amount = formatEuro(typed, 'en_US')
  if (sum !== undefined && !isTypedSum(sum, typed)) return `Nothing was changed: --sum ${sum} is not the sum.`
  if (yes) return 'yes'
  const isTyped = typed >= limit && sum === undefined
  if (!process.stdin.isTTY)
    return isTyped
      ? `Nothing was changed: confirm the sum with --sum ${(typed / 100).toFixed(2)}, or say --yes.`
      : 'yes'
  const ask = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const question = isTyped ? `Type the sum to confirm (${amount}): ` : 'Import this? [y/N] '
    const answer = (await ask.question(question, { signal: stop.signal })).trim()
    const isYes = isTyped ? isTypedSum(answer, typed) : /^(y|yes|j|ja)$/i.test(answer)
    return isYes ? 'yes' : 'Nothing was changed.'
  } finally {
    ask.close()
  }
}

function ended(record: ImportRecord): number {
  if (record.state === 'done') {
    const { organizations, projects, gifts } = record.counts!
    console.log(
      `Imported: ${number(organizations.new)} organizations, ${number(projects.new)} projects, ${number(gifts.new)} gifts.`,
    )
    return exit.done
  }
  if (record.state === 'cancelled') {
    console.log('Cancelled: nothing was changed.')
    return exit.cancelled
  }
  console.error(
    `Nothing was changed. ${record.failure ? failureText(record.failure, 'en_US') : record.state}`,
  )
  return exit.failed
}

function report({ counts, mapping, head }: ImportRecord): void {
  const leftOut = counts!.left_out

  const { facts, columns } = head
  console.log(
    ['Kind:', facts.kind, facts.encoding, facts.separator === '\t' ? 'tab' : facts.separator]
      .filter(Boolean)
      .join(' '),
  )
  for (const [field, column] of Object.entries(mapping.columns))
    console.log(
      `  column ${column + 1}${columns[column] ? ` "${columns[column]}"` : ''} → ${textOf('en_US', `imports.fields.${field}`)}`,
    )
  for (const field of valueFields(mapping.values))
    console.log(
      `  ${describe(mapping.values![field]!, columns)} → ${textOf('en_US', `imports.fields.${field}`)}`,
    )
  const { rows, refused, refused_by, organizations, projects, gifts, years, taken_back } = counts!
  const pair = (count: { new: number; known: number }) =>
    `${number(count.new)} new, ${number(count.known)} known`
  console.log(`Rows: ${number(rows)}, refused: ${number(refused)}`)
  if (leftOut && leftOut.blank + leftOut.sums + leftOut.skipped > 0)
    console.log(
      `Left out: ${number(leftOut.blank)} blank lines, ${number(leftOut.sums)} lines of sums, ${number(leftOut.skipped)} by rules`,
    )
  for (const reason of refused_by) console.log(`  ${number(reason.rows)} × ${refusalText(reason, 'en_US')}`)
  console.log(`Organizations: ${pair(organizations)}`)
  console.log(`Projects: ${pair(projects)}`)
  console.log(`Gifts: ${pair(gifts)}`)
  for (const year of years)
    console.log(
      `  ${year.year}: ${number(year.gifts)} gifts, ${formatEuro(year.cents, 'en_US')} (new ${formatEuro(year.new_cents, 'en_US')})`,
    )
  for (const { line, project, received_on, cents, left_cents } of taken_back?.first ?? [])
    console.log(
      `  line ${line} takes back of ${project.title}, ${received_on}: ${formatEuro(cents, 'en_US')} becomes ${formatEuro(left_cents, 'en_US')}`,
    )
}

function describe({ parts, join }: Expression, columns: readonly string[]): string {
  return parts
    .map((part) =>
      'constant' in part ? `"${part.constant}"` : `column ${part.column + 1} "${columns[part.column] ?? ''}"`,
    )
    .join(` ${join} `)
}

async function writeRefused(database: Database, record: ImportRecord, path: string): Promise<void> {
  const format = path.endsWith('.xlsx') ? 'xlsx' : 'csv'
  // The caller of the command already has the whole file.
  const user = { is_superuser: true, permissions: [] }
  const { body } = refusedFile(database.db, record, format, { user, locale: 'en_US' })
  await pipeline(body as Readable, createWriteStream(path, { mode: 0o600 }))
  console.log(`Refused rows: ${path}`)
}

function number(value: number): string {
  return formatInteger(value, 'en_US')
}

function interrupt(): void {
  if (stop.signal.aborted) process.exit(exit.cancelled)
  console.error('\nStopping … (once more to end at once)')
  stop.abort(new Error('Cancelled: nothing was changed.'))
}

const wordsOf = ({ fields }: InvalidInput) =>
  Object.values(fields)
    .flat()
    .map(({ key }) => textOf('en_US', key))
    .join(' ')

function lineOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof DatabaseRefused) return error.line
  if (error instanceof ReadError) return failureText(error, 'en_US')
  if (error instanceof HttpError) return textOf('en_US', `errors.${error.code}`)
  if (error instanceof InvalidInput) return wordsOf(error)
  if (error instanceof UsageError) return `${error.message}\n\n${usage}`
  return error instanceof Error ? error.message : String(error)
}
