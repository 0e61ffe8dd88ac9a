import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#test/runs.ts'
import {
  camt,
  camtDocument,
  camtEntry,
  endsIn,
  houseIban,
  linesIn,
  report,
  partsOf,
  refusalOf,
} from '#test/statements.ts'

const versions = Array.from({ length: 12 }, (_, at) => String(at + 2).padStart(2, '0'))
const line = {
  cents: 48_000,
  name: 'Förderkreis',
  iban: 'DE02120300000000202051',
  text: 'PS-2026-0001',
  reference: 'E1',
}

test.each(versions)('reads version 001.%s', async (version) => {
  const [begin, read, end] = await partsOf(camt([{ lines: [line], opening: 100, number: '47' }], version))
  expect(begin).toMatchObject({
    kind: 'begin',
    number: '47',
    account: { iban: houseIban },
    format: 'camt.053',
  })
  expect(read).toMatchObject({
    amount_cents: 48_000,
    booked_on: '2026-11-20',
    valued_on: '2026-11-20',
    name: 'Förderkreis',
    iban: line.iban,
    text: 'PS-2026-0001',
    reference: 'E1',
    is_reversal: false,
  })
  expect(end).toMatchObject({
    opening_cents: 100,
    closing_cents: 48_100,
    from: '2026-11-20',
    to: '2026-11-20',
  })
})

test('a file is refused unless opening balance and lines equal the closing balance to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: -1_000_000, max: 1_000_000 }),
      fc.array(
        fc.integer({ min: -1_000_000, max: 1_000_000 }).filter((cents) => cents !== 0),
        { maxLength: 20 },
      ),
      fc.constantFrom(0, 0, 1, -1, 100),
      async (opening, cents, wrong) => {
        const statement = { opening, lines: cents.map((one) => ({ cents: one })) }
        const closing = opening + cents.reduce((sum, one) => sum + one, 0)
        const file = camt([{ ...statement, closing: closing + wrong }])
        if (wrong === 0) {
          expect(linesIn(await partsOf(file)).map((one) => one.amount_cents)).toEqual(cents)
        } else {
          const [code, at, parameters] = await refusalOf(file)
          expect(code).toBe('wrong_balance')
          expect(file.split('\n')[at! - 1]).toContain('<Bal>')
          expect(parameters['difference']).toBe(wrong)
        }
      },
    ),
    { numRuns: runs(30) },
  )
})

const batch = (amounts: string[], total = '30.00') =>
  camtEntry({ cents: 3000 })
    .replace(/<Amt Ccy="EUR">30.00/, `<Amt Ccy="EUR">${total}`)
    .replace(
      /<NtryDtls>.*<\/NtryDtls>/,
      `<NtryDtls><Btch><NbOfTxs>${amounts.length}</NbOfTxs></Btch>${amounts
        .map(
          (amount, at) =>
            `<TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Pty><Nm>Donor ${at}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>Gift ${at}</Ustrd></RmtInf></TxDtls>`,
        )
        .join('')}</NtryDtls>`,
    )
const around = (entry: string) => camt([{ lines: [], closing: 3000 }]).replace('</Stmt>', `${entry}</Stmt>`)

test('a collective entry becomes one line per payment if these add up to it, otherwise it stays whole', async () => {
  const itemized = await partsOf(around(batch(['10.00', '10.00', '10.00'])))
  expect(linesIn(itemized).map((one) => [one.amount_cents, one.name, one.text])).toEqual([
    [1000, 'Donor 0', 'Gift 0'],
    [1000, 'Donor 1', 'Gift 1'],
    [1000, 'Donor 2', 'Gift 2'],
  ])
  const whole = await partsOf(around(batch(['10.00', '15.00'])))
  expect(linesIn(whole).map((one) => [one.amount_cents, one.name, one.text])).toEqual([
    [3000, '', 'Donor 0: Gift 0 Donor 1: Gift 1'],
  ])
  expect(endsIn(whole)[0]!.notes).toEqual(['batch_not_itemized'])
})

test('pending entries are left out, and reversals are marked', async () => {
  const pending = camtEntry({ cents: 999 }).replace('BOOK', 'PDNG')
  const reversal = camtEntry({ cents: -500 }).replace('<Sts>', '<RvslInd>true</RvslInd><Sts>')
  const parts = await partsOf(
    camt([{ lines: [], closing: -500 }]).replace('</Stmt>', `${pending}${reversal}</Stmt>`),
  )
  expect(linesIn(parts).map((one) => [one.amount_cents, one.is_reversal])).toEqual([[-500, true]])
  expect(endsIn(parts)[0]!.notes).toEqual(['pending_left_out:1'])
})

test('a previous closing balance serves as the opening balance, with a note', async () => {
  const [end] = endsIn(await partsOf(camt([{ lines: [line], opening: 5 }]).replace('OPBD', 'PRCD')))
  expect([end!.opening_cents, end!.notes]).toEqual([5, ['opening_from_previous']])
})

test("an entry that violates the schema's order is read, and the first one is noted with element and line", async () => {
  const entry = '<NtryRef>1</NtryRef>'
  const file = camt([{ lines: [line, line] }]).replaceAll(
    '<CdtDbtInd>CRDT</CdtDbtInd><Sts>',
    `<CdtDbtInd>CRDT</CdtDbtInd>${entry}<Sts>`,
  )
  const parts = await partsOf(file)
  expect(linesIn(parts)).toHaveLength(2)
  const at = file.split('\n').findIndex((one) => one.includes(entry)) + 1
  expect(endsIn(parts)[0]!.notes).toEqual([`out_of_order:NtryRef:${at}`])
  const right = file.replaceAll(entry, '').replaceAll('<Ntry><Amt', `<Ntry>${entry}<Amt`)
  expect(endsIn(await partsOf(right))[0]!.notes).toEqual([])
})

test('a day report yields booked entries, proved by its balances', async () => {
  const pending = camtEntry({ cents: 999 }).replace('BOOK', 'PDNG')
  const day = { lines: [line, { cents: -1290 }], opening: 100, number: '12' }
  for (const [opening, closing] of [
    ['OPBD', 'CLBD'],
    ['PRCD', 'CLBD'],
    ['PRCD', 'ITBD'],
    ['OPBD', 'ITBD'],
    ['ITBD', 'CLBD'],
    ['ITBD', 'ITBD'],
  ]) {
    const file = report(day, { opening, closing }).replace('</Rpt>', `${pending}</Rpt>`)
    const parts = await partsOf(file)
    expect(parts[0]).toMatchObject({ format: 'camt.052', number: '12' })
    expect(linesIn(parts).map((one) => one.amount_cents)).toEqual([48_000, -1290])
    expect(endsIn(parts)[0]).toMatchObject({
      opening_cents: 100,
      closing_cents: 46_810,
      pending: 1,
      notes: ['pending_left_out:1'],
    })
  }
  expect((await refusalOf(report({ ...day, closing: 5 })))[0]).toBe('wrong_balance')
  expect((await refusalOf(report(day, { opening: 'XXXX', closing: 'ITBD' })))[0]).toBe(
    'report_without_balance',
  )
})

test("a following page opens with its interim balance, although the previous day's balance is present too", async () => {
  const page = { lines: [line], opening: 700 }
  const before = `<Bal><Tp><CdOrPrtry><Cd>PRCD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-19</Dt></Dt></Bal>`
  for (const closing of ['ITBD', 'CLBD']) {
    const file = report(page, { opening: 'ITBD', closing }).replace('<Bal>', `${before}<Bal>`)
    expect(endsIn(await partsOf(file))[0]).toMatchObject({ opening_cents: 700, closing_cents: 48_700 })
  }
})

const changed = (from: string | RegExp, to: string) =>
  partsOf(camt([{ lines: [{ ...line, bankReference: 'B1' }] }]).replace(from, to))

test('an empty or malformed optional element never refuses a file', async () => {
  const odd: [string | RegExp, string][] = [
    [/<ValDt>.*?<\/ValDt>/, '<ValDt/>'],
    [/<ValDt>.*?<\/ValDt>/, '<ValDt><Dt>soon</Dt></ValDt>'],
    [/<BookgDt>.*?<\/BookgDt>/, '<BookgDt><Dt></Dt></BookgDt>'],
    [/<BookgDt>.*?<\/BookgDt>/, ''],
    ['<Sts>', '<RvslInd>perhaps</RvslInd><Sts>'],
    [/<TxDtls>.*?<\/TxDtls>/, '<TxDtls/>'],
    [/<NtryDtls>.*?<\/NtryDtls>/, '<NtryDtls/>'],
    [/<NtryDtls>.*?<\/NtryDtls>/, ''],
    [/<Amt Ccy="EUR">480.00<\/Amt><CdtDbtInd>CRDT<\/CdtDbtInd><RltdPties>/, '<Amt>much</Amt><RltdPties>'],
    [/<RltdPties>.*?<\/RltdPties>/, '<RltdPties><Dbtr/><DbtrAcct><Id/></DbtrAcct></RltdPties>'],
    [/<RmtInf>.*?<\/RmtInf>/, '<RmtInf><Ustrd/><Strd><CdtrRefInf/></Strd></RmtInf>'],
    ['<AcctSvcrRef>B1</AcctSvcrRef>', '<AcctSvcrRef/>'],
    ['<Acct>', '<FrToDt/><TxsSummry/><Acct>'],
  ]
  for (const [from, to] of odd)
    expect(linesIn(await changed(from, to))[0], to).toMatchObject({
      amount_cents: 48_000,
      booked_on: '2026-11-20',
      valued_on: '2026-11-20',
    })
  expect(endsIn(await changed('<ValDt><Dt>2026', '<ValDt><Dt>26'))[0]!.notes).toEqual(['odd_part:ValDt:8'])
})

test('a line keeps the ultimate debtor or creditor and all texts of the bank', async () => {
  const ultimate = '<UltmtDbtr><Pty><Nm>Renate Albers</Nm></Pty></UltmtDbtr></RltdPties>'
  expect(linesIn(await changed('</RltdPties>', ultimate))[0]).toMatchObject({
    name: 'Förderkreis',
    text: 'PS-2026-0001 ABWA+Renate Albers',
  })
  const [said] = linesIn(
    await changed(
      '</TxDtls></NtryDtls>',
      '<AddtlTxInf>Echtzeit</AddtlTxInf></TxDtls></NtryDtls><AddtlNtryInf>Gutschrift</AddtlNtryInf>',
    ),
  )
  expect(said).toMatchObject({ text: 'PS-2026-0001', booking: 'Echtzeit Gutschrift' })
  const long = 'Wort '.repeat(60).trim()
  const [much] = linesIn(await changed('</NtryDtls>', `</NtryDtls><AddtlNtryInf>${long}</AddtlNtryInf>`))
  expect(much!.text).toBe(`PS-2026-0001 ${long}`)
  const [only] = linesIn(
    await changed(
      /<RmtInf>.*?<\/RmtInf>(.*?)<\/NtryDtls>/,
      '$1</NtryDtls><AddtlNtryInf>Entgelt</AddtlNtryInf>',
    ),
  )
  expect(only).toMatchObject({ text: 'Entgelt', booking: '' })
})

const good = camt([{ lines: [line, { cents: -1290 }] }])
const refusals: [string, string, string, number | undefined][] = [
  ['another currency', good.replace('<Amt Ccy="EUR">480.00', '<Amt Ccy="USD">480.00'), 'foreign_currency', 8],
  ['a currency of the account', good.replace('<Ccy>EUR', '<Ccy>CHF'), 'foreign_currency', 5],
  ['a report with the body of a statement', good.replaceAll('camt.053', 'camt.052'), 'not_a_statement', 2],
  ['a notice with the body of a statement', good.replaceAll('camt.053', 'camt.054'), 'not_a_statement', 2],
  ['a payment file', good.replaceAll('camt.053', 'pain.001'), 'payment_file', 2],
  ['a payment file of a variant', good.replaceAll('camt.053.001.08', 'pain.008.003.02'), 'payment_file', 2],
  ['the answer to a payment file', good.replaceAll('camt.053', 'pain.002'), 'payment_status', 2],
  ['another message', good.replaceAll('camt.053', 'camt.029'), 'other_message', 2],
  [
    'a report without balances',
    report({ lines: [line] }).replace(/<Bal>.*\n/g, ''),
    'report_without_balance',
    4,
  ],
  ['a version nobody knows', good.replaceAll('001.08', '001.99'), 'unknown_version', 2],
  ['no opening balance', good.replace('OPBD', 'XXXX'), 'no_opening', 4],
  ['no closing balance', good.replace('CLBD', 'XXXX'), 'no_closing', 4],
  ['no account', good.replace(/<Acct>.*<\/Acct>/, ''), 'no_account', 4],
  ['three decimals', good.replace('480.00', '480.001'), 'bad_amount', 8],
  ['a day that is none', good.replaceAll('<BookgDt><Dt>2026-11-20', '<BookgDt><Dt>2026-11-31'), 'bad_day', 8],
  ['an end that is missing', good.slice(0, good.indexOf('<RmtInf>')), 'truncated', 8],
  ['a tag that does not close', good.replace('</Ntry>', '</Nt>'), 'broken_xml', 8],
  ['an entity', good.replace('Förderkreis', '&xxe;'), 'broken_xml', 8],
  [
    'a document type',
    good.replace('<Document', '<!DOCTYPE a [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>\n<Document'),
    'doctype',
    2,
  ],
  ['something behind the end', `${good}<a/>`, 'not_a_statement', undefined],
  ['a web page', '<html><body>no</body></html>', 'not_a_statement', 1],
  ['no statement inside', camtDocument(''), 'no_statements', undefined],
  ['elements without end inside each other', camtDocument('<a>'.repeat(100)), 'too_deep', 4],
]
test.each(refusals)('refuses %s', async (_name, file, code, at) => {
  const [refused, where] = await refusalOf(file)
  expect(refused).toBe(code)
  if (at !== undefined) expect(where).toBe(at)
})

test('reads declared ISO-8859-1 and UTF-16, and refuses bytes that contradict the declaration', async () => {
  const latin = Buffer.from(good.replace('UTF-8', 'ISO-8859-1'), 'latin1')
  expect(linesIn(await partsOf(latin))[0]!.name).toBe('Förderkreis')
  const wide = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(good.replace('UTF-8', 'UTF-16'), 'utf16le'),
  ])
  expect(linesIn(await partsOf(wide))[0]!.name).toBe('Förderkreis')
  const mixed = Buffer.concat([
    Buffer.from(good.replace('</Document>\n', '')),
    Buffer.from('<!-- \xe4 -->', 'latin1'),
  ])
  expect((await refusalOf(mixed))[0]).toBe('mixed_encoding')
})

test('a file truncated anywhere is refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: good.length - 15 }), async (end) => {
      expect(['truncated', 'not_a_statement', 'broken_xml', 'no_columns', 'empty_file']).toContain(
        (await refusalOf(good.slice(0, end)))[0],
      )
    }),
    { numRuns: runs(40) },
  )
})

test('100,000 entries are read in constant memory', async () => {
  async function* file() {
    const [before, after] = camt([{ lines: [], closing: 100_000 * 100 }]).split('</Stmt>')
    yield before!
    const entry = camtEntry({ cents: 100, text: 'Spende Kletterwand' })
    for (let nth = 0; nth < 1000; nth++) yield entry.repeat(100)
    yield `</Stmt>${after!}`
  }
  const { readCamt } = await import('./camt.ts')
  const { balanced } = await import('./statement.ts')
  let lines = 0
  let most = 0
  globalThis.gc?.()
  const before = process.memoryUsage().heapUsed
  for await (const part of balanced(readCamt(file()))) {
    if (part.kind === 'line' && ++lines % 10_000 === 0)
      most = Math.max(most, process.memoryUsage().heapUsed - before)
  }
  expect(lines).toBe(100_000)
  expect(most).toBeLessThan(150_000_000)
})
