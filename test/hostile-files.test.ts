import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fileErrorKey } from '#server/reading/error-key.ts'
import { textOf } from '#server/base/texts.ts'
import { importApp } from './import-app.ts'
import { deliver, makeProvider } from './intake.ts'
import { camtDocument, houseIban, mt940 } from './statements.ts'
import { workbook, zip } from './zip.ts'
import { filesPerProcess } from '#server/sandbox/sandbox.ts'

// As in the product: one file per process.
filesPerProcess.most = 1

// Files that are small to send and would take minutes to read: each is refused with its reason, with little CPU time of
// a separate process, and meanwhile the server answers others.

const it = importApp()

/**
 * CPU time in ms that a refusal may take: unguarded, these files take minutes. Reading 20 MB up to the refusal takes half a
 * second on a machine whose host is busy. Ten times the largest limit is enough to tell.
 */
const mostMs = 2000

const attributes = ' a="b"'.repeat(150_000)
const otherAttributes = Array.from({ length: 150_000 }, (_, at) => ` a${at}="b"`).join('')
const megabytes = (n: number, sign = 'x') => sign.repeat(n * 1_000_000)

const statement = (inside: string) =>
  camtDocument(`<Stmt><Id>1</Id><Acct><Id><IBAN>${houseIban}</IBAN></Id></Acct>${inside}</Stmt>`)
const made = mt940({ lines: [{ cents: 100, name: 'A', text: 'Spende' }] })
const bankCsv = (cells: string) => `Buchungstag;Betrag;Verwendungszweck\n${cells}\n`
const sheet = (inside: string) => `<worksheet><sheetData>${inside}</sheetData></worksheet>`
const row = (cells: string) => sheet(`<row r="1">${cells}</row>`)
const cells = Array.from({ length: 60_000 }, () => '<c t="inlineStr"><is><t>x</t></is></c>').join('')

type Attack = [what: string, bytes: () => string | Buffer<ArrayBuffer>, reason: string]

const statements: Attack[] = [
  ['150,000 equal attributes in a tag', () => statement(`<Ntry${attributes}/>`), 'too_many_attributes'],
  ['150,000 attributes in a tag', () => statement(`<Ntry${otherAttributes}/>`), 'too_many_attributes'],
  ['an attribute of 20 MB', () => statement(`<Ntry a="${megabytes(20)}"/>`), 'tag_too_long'],
  ['a name of 20 MB', () => statement(`<${megabytes(20)}/>`), 'tag_too_long'],
  ['100,000 levels of XML', () => statement('<a>'.repeat(100_000)), 'too_deep'],
  [
    '60,000 fields of an entry',
    () => statement(`<Ntry>${'<Amt/>'.repeat(60_000)}</Ntry>`),
    'too_many_fields',
  ],
  ['a text of 20 MB', () => statement(`<Ntry><Amt>${megabytes(20)}</Amt></Ntry>`), 'text_too_long'],
  ['a text of 20 MB that nobody reads', () => statement(megabytes(20)), 'text_too_long'],
  ['a comment of 20 MB', () => statement(`<!--${megabytes(20)}-->`), 'text_too_long'],
  [
    'entities in entities',
    () =>
      `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "${'b'.repeat(1000)}"><!ENTITY c "${'&a;'.repeat(1000)}">]><a>&c;</a>`,
    'doctype',
  ],
  ['an MT940 line of 20 MB', () => made.replace(':86:', `:86:${megabytes(20)}`), 'text_too_long'],
  [
    '60,000 lines of one MT940 field',
    () => made.replace(':86:', `:86:${'x\r\n'.repeat(60_000)}`),
    'text_too_long',
  ],
  ['60,000 fields of a CSV row', () => bankCsv(';x'.repeat(60_000)), 'too_many_columns'],
  ['a CSV cell of 20 MB', () => bankCsv(`20.11.2026;1,00;${megabytes(20)}`), 'cell_too_long'],
  ['a CSV amount of 190,000 figures', () => bankCsv(`20.11.2026;${'1'.repeat(190_000)}x;y`), 'bad_amount'],
  ['a CSV day of 190,000 figures', () => bankCsv(`${'T11:11'.repeat(30_000)}x;1,00;y`), 'bad_day'],
  ['a ZIP bomb', () => zip({ name: 'a.xml', data: Buffer.alloc(100_000_000, 'x') }), 'archive_too_large'],
  [
    'a ZIP of 10,000 files',
    () => zip(...Array.from({ length: 10_000 }, (_, at) => ({ name: `${at}.xml`, data: Buffer.from('x') }))),
    'archive_too_large',
  ],
  [
    '150,000 attributes in a ZIP',
    () => zip({ name: 'a.xml', data: Buffer.from(statement(`<Ntry${attributes}/>`)) }),
    'too_many_attributes',
  ],
]

const answerOf = (inside: string) =>
  `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>${inside}</CstmrPmtStsRpt></Document>`
const answers: Attack[] = [
  [
    '150,000 equal attributes in a tag',
    () => answerOf(`<OrgnlPmtInfAndSts${attributes}/>`),
    'too_many_attributes',
  ],
  ['100,000 levels of XML', () => answerOf('<a>'.repeat(100_000)), 'too_deep'],
  [
    '60,000 fields of a payment',
    () =>
      answerOf(
        `<OrgnlPmtInfAndSts><TxInfAndSts>${'<Sts/>'.repeat(60_000)}</TxInfAndSts></OrgnlPmtInfAndSts>`,
      ),
    'text_too_long',
  ],
]

const imports: Attack[] = [
  ['60,000 fields of a CSV row', () => `${'a;'.repeat(60_000)}\n`, 'too_many_columns'],
  ['60,000 fields of a TSV row', () => `${'a\t'.repeat(60_000)}\n`, 'too_many_columns'],
  ['a CSV cell of 20 MB', () => `a;b\n1;${megabytes(20)}`, 'cell_too_long'],
  ['a quoted CSV cell of 20 MB', () => `a;b\n1;"${megabytes(20)}`, 'unterminated_quote'],
  [
    '150,000 attributes of a cell',
    () => workbook({ sheet: row(`<c${attributes}/>`) }),
    'too_many_attributes',
  ],
  [
    '150,000 attributes of a shared text',
    () => workbook({ sheet: row(''), texts: `<sst><si${attributes}/></sst>` }),
    'too_many_attributes',
  ],
  ['100,000 levels of a sheet', () => workbook({ sheet: row('<a>'.repeat(100_000)) }), 'too_deep'],
  ['60,000 cells of a row', () => workbook({ sheet: row(cells) }), 'too_many_columns'],
  [
    'a cell far to the right',
    () => workbook({ sheet: row('<c r="ZZZZZZ1"><v>1</v></c>') }),
    'too_many_columns',
  ],
  [
    'a shared text of 50 MB',
    () => workbook({ sheet: row(''), texts: `<sst><si><t>${megabytes(20)}</t></si></sst>` }),
    'archive_too_large',
  ],
  [
    'a shared text of 5 MB',
    () => workbook({ sheet: row(''), texts: `<sst><si><t>${megabytes(5)}</t></si></sst>` }),
    'text_too_long',
  ],
  [
    'a ZIP bomb',
    () => zip({ name: 'xl/worksheets/sheet1.xml', data: Buffer.alloc(100_000_000, 'x') }),
    'archive_too_large',
  ],
  ['a document type', () => workbook({ sheet: `<!DOCTYPE a [<!ENTITY a "b">]>${row('')}` }), 'doctype'],
  ['100,000 levels of JSON', () => `{"grants":[${'['.repeat(100_000)}`, 'too_deep'],
  ['100,000 objects in each other', () => `{"grants":[${'{"a":'.repeat(100_000)}`, 'too_deep'],
  ['60,000 fields of an object', () => `{"grants":[{${'"a":1,'.repeat(60_000)}"b":1}]}`, 'too_many_fields'],
  ['a JSON text of 20 MB', () => `{"grants":[{"id":"${megabytes(20)}"}]}`, 'grant_too_large'],
  ['a JSON number of 20 MB', () => `{"grants":[{"id":${megabytes(20, '1')}}]}`, 'grant_too_large'],
]

/** Uploads a file in parallel with other calls; returns its refusal and the CPU time used. */
async function attack(
  path: string,
  bytes: string | Buffer<ArrayBuffer>,
  fields: Record<string, string> = {},
) {
  const client = await it.app.as([
    'create_bank_statements',
    'create_projects',
    'create_organizations',
    'change_payouts',
  ])
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([bytes]), 'file')
  const before = { main: process.threadCpuUsage(), children: childrenMs() }
  let isDone = false
  const others = (async () => {
    while (!isDone) {
      expect((await fetch(`${it.app.base}/healthz`)).status).toBe(200)
      await sleep(20)
    }
  })()
  const answer = await client.call('POST', path, { raw: form })
  isDone = true
  await others
  const { user, system } = process.threadCpuUsage(before.main)
  return { answer, mainMs: (user + system) / 1000, childrenMs: childrenMs() - before.children }
}

/** CPU time of this process's ended children in milliseconds; 0 where the system does not report it. */
function childrenMs(): number {
  try {
    const [user, system] = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]!.split(' ').slice(13, 15)
    return (Number(user) + Number(system)) * 10
  } catch {
    return 0
  }
}

/** The text of a reason, without its quotes from the file. */
function wordsOf(path: string, reason: string): string {
  const prefix = path.includes('imports')
    ? 'imports.file_errors'
    : path.includes('payouts')
      ? 'payouts.answer_errors'
      : 'bank_statements.file_errors'
  return textOf('en_US', fileErrorKey(prefix, reason)).replace(/^.*\{\w+\}./, '')
}

/** CPU time of an upload of this size that is refused by its first bytes; 0 for a small one. */
async function transportMs(path: string, size: number, fields?: Record<string, string>): Promise<number> {
  if (size < 1_000_000) return 0
  const key = `${path} ${Math.round(size / 1_000_000)}`
  const found = transports.get(key)
  if (found !== undefined) return found
  const { answer, mainMs } = await attack(path, `%PDF-${'x'.repeat(size)}`, fields)
  expect(answer.status).toBe(400)
  transports.set(key, mainMs)
  return mainMs
}
const transports = new Map<string, number>()

async function isRefused(path: string, [, bytes, reason]: Attack, fields?: Record<string, string>) {
  const content = bytes()
  const { answer, mainMs, childrenMs } = await attack(path, content, fields)
  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer.body.file)).toContain(wordsOf(path, reason))
  expect(childrenMs).toBeLessThan(mostMs)
  // The cost of sending and receiving the bytes, here in one process, is not part of reading them.
  expect(mainMs - (await transportMs(path, content.length, fields))).toBeLessThan(mostMs)
}

test.each(statements)('a bank statement with %s is refused with its reason', async (...one) => {
  const { slug } = await it.app.db.selectFrom('bank_accounts').select('slug').executeTakeFirstOrThrow()
  await it.app.db.updateTable('bank_accounts').set({ iban: houseIban }).execute()
  await isRefused('/api/v4/bank-statements/', one, { bank_account: slug })
})

test.each(answers)('a bank answer with %s is refused with its reason', async (...one) => {
  await isRefused('/api/v4/payouts/bank-answers/', one)
})

test.each(imports)('an import with %s is refused with its reason', async (...one) => {
  await isRefused('/api/v4/imports/', one)
})

test('bodies, queries and signed calls with many or deeply nested parts are refused in bounded CPU time', async () => {
  const client = await it.app.as('superuser')
  await makeProvider(client)
  const deep = (n: number) => `${'{"a":'.repeat(n)}1${'}'.repeat(n)}`
  const wide = (n: number) => `{${Array.from({ length: n }, (_, at) => `"k${at}":1`).join(',')}}`
  const send = (raw: string) => () =>
    client.call('POST', '/api/v4/organizations/', { raw, headers: { 'content-type': 'application/json' } })
  const calls: [what: string, call: () => Promise<{ status: number }>, status: number][] = [
    ['100,000 levels', send(deep(100_000)), 400],
    ['60,000 keys', send(wide(60_000)), 400],
    ['60,000 elements', send(`{"title":[${'1,'.repeat(60_000)}1]}`), 400],
    ['thousands of filters', () => client.get(`/api/v4/projects/?${'a=b&'.repeat(3_500)}`), 400],
    [
      'thousands of values of a filter',
      () => client.get(`/api/v4/projects/?${'status=1&'.repeat(1_600)}`),
      400,
    ],
    ['a signed call of 10,000 levels', () => deliver(it.app, deep(10_000)), 400],
    ['a signed call of 5,000 keys', () => deliver(it.app, wide(5_000)), 400],
  ]
  for (const [what, call, status] of calls) {
    const before = process.threadCpuUsage()
    const answer = await call()
    const { user, system } = process.threadCpuUsage(before)
    expect([what, answer.status]).toEqual([what, status])
    expect([what, (user + system) / 1000 < mostMs]).toEqual([what, true])
  }
})
