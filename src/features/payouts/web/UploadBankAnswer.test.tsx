import { fireEvent, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { eachOnNewPage, openPage } from '#test/page.tsx'
import { pain002, type WrittenAnswer } from '#test/pain002.ts'
import { createPayout, setHouseIban } from '#test/payouts.ts'
import type { Client, TestApp } from '#test/app.ts'
import { zip } from '#test/zip.ts'

// jsdom's own FormData cannot be sent to a server from here.
const { FormData: Form, File: Given } = globalThis

let app: TestApp
let clerk: Client
eachOnNewPage(async (given) => {
  app = given
  await setHouseIban(app.db)
  clerk = await app.as(['change_payouts'])
})

const list = '/site-admin/payouts/?ordering=number'
const original = 'SEPA-2026-0001'

/** Opens the page and waits for its rows; it uploads files as Node does. */
async function openPayouts(client = clerk) {
  const page = await openPage(app, client, list)
  Object.assign(globalThis, { FormData: Form, File: Given })
  await page.rows()
  return page
}

/** Puts two payouts, Garden and Bike, into one file. */
async function inFile() {
  const garden = await createPayout(app.db, { title: 'Garden', amount_cents: 64_018 })
  const bike = await createPayout(app.db, { title: 'Bike', amount_cents: 185_000 })
  const call = { payout_slugs: [garden.slug, bike.slug], execute_on: '2026-11-23' }
  await clerk.post('/api/v4/payouts/sepa-export/', call)
  return [garden, bike] as const
}
const fileOf = (answer: Omit<WrittenAnswer, 'original'>) =>
  new Given([pain002({ original, ...answer })], 'answer.xml', { type: 'application/xml' })
const dialogSays = (text: string) =>
  waitFor(() => expect(document.querySelector('dialog[open]')?.textContent).toContain(text))
/** Drops a file on the page outside its fields. */
const drop = (file: File) =>
  fireEvent.drop(document.querySelector('main')!, { dataTransfer: { types: ['Files'], files: [file] } })
const rowOf = (title: string) =>
  [...document.querySelectorAll('main tbody tr')].find((row) => row.textContent?.includes(title))
const rowSays = (title: string, text: string) =>
  waitFor(() => expect(rowOf(title)?.textContent).toContain(text))

test("a chosen answer shows the bank's result for each payment, also in the list", async () => {
  const [garden, bike] = await inFile()
  const page = await openPayouts()
  await page.press('Bank’s answer…')
  const dialog = await page.dialog('The bank’s answer to a file')
  const said = [{ id: garden.number, status: 'RJCT', reason: 'AC04', words: ['Konto erloschen'] }]
  const choose = (file: File) =>
    fireEvent.change(dialog.querySelector('input[type=file]')!, { target: { files: [file] } })
  choose(fileOf({ group: 'PART', said }))
  await dialogSays('Answer to SEPA-2026-0001: 1 of 2 payments')
  await dialogSays('Refused by the bankThe account is closed (AC04)Konto erloschen')
  await dialogSays('Open again: it can go into the next file')
  await dialogSays('The bank has not answered for 1 payment yet.')
  // Uploading it again reports that it is known; an invalid one reports its error.
  choose(fileOf({ group: 'PART', said }))
  await dialogSays('This answer had come in before. Nothing has changed.')
  choose(fileOf({ said: [{ id: 'AZ-2026-0815', status: 'ACSC' }] }))
  await dialogSays('The file has no payment AZ-2026-0815')
  expect(dialog.textContent).not.toContain('Answer to')
  choose(fileOf({ message: 'BANK-2', said: [{ id: bike.number, status: 'ACSC' }] }))
  await dialogSays('Executed')
  // A ZIP shows every answer in it.
  const parts = ['BANK-3', 'BANK-4'].map((message, at) => ({
    name: `${message}.xml`,
    data: Buffer.from(
      pain002({
        original,
        message,
        made: `2026-11-21T1${at + 1}:00:00+01:00`,
        said: [{ id: bike.number, status: at === 0 ? 'ACSP' : 'ACSC' }],
      }),
    ),
  }))
  choose(new Given([zip(...parts)], 'answers.zip'))
  await waitFor(() => expect(dialog.textContent.match(/Answer to SEPA-2026-0001/g)).toHaveLength(2))
  await page.press('Close', dialog)
  await rowSays('Garden', 'The account is closed (AC04)')
  await rowSays('Garden', 'Open')
  await rowSays('Bike', 'Executed')
})

test('an answer dropped on the page is processed, and the bank’s name is proposed to a second person', async () => {
  const [garden, bike] = await inFile()
  const page = await openPayouts()
  const said = [
    { id: garden.number, status: 'RVMC', words: ['Gartenfreunde e. V.'] },
    { id: bike.number, status: 'RVNM' },
  ]
  drop(fileOf({ group: 'RVCM', said }))
  await dialogSays('Name almost matchesThe bank has: Gartenfreunde e. V.')
  await dialogSays('Name does not match')
  await page.press('Close', await page.dialog('The bank’s answer to a file'))
  await rowSays('Garden', 'The bank has: Gartenfreunde e. V.')
  await page.press('More actions: Bike')
  await waitFor(() => expect(document.body.textContent).toContain('Cancel payout…'))
  expect(document.body.textContent).not.toContain('Take the bank’s name…')
  fireEvent.keyDown(document.activeElement!, { key: 'Escape' })
  await page.press('More actions: Garden')
  await page.press('Take the bank’s name…')
  const dialog = await page.dialog('Take the bank’s name')
  expect(dialog.textContent).toContain(
    '“Gartenfreunde e. V.” becomes the account holder, in this and all later files. A second person has to approve it.',
  )
  await page.press('Propose the name', dialog)
  await waitFor(() => expect(document.querySelector('dialog[open]')).toBeNull())
  await rowSays('Garden', 'Waiting for second person')
  const waiting = await app.db.selectFrom('approvals').select(['act', 'state']).execute()
  expect(waiting).toEqual([{ act: 'bank_details', state: 'waiting' }])
})

test('a viewer of payouts sees the upload button disabled, and a dropped file is ignored', async () => {
  await inFile()
  const page = await openPayouts(await app.as(['view_payouts']))
  drop(fileOf({ group: 'RJCT', batch: null }))
  expect((await page.found<HTMLButtonElement>('button', 'Bank’s answer…')).ariaDisabled).toBe('true')
  expect(document.querySelector('dialog[open]')).toBeNull()
})
