import { afterEach, beforeEach, expect, test } from 'vitest'
import { type SmtpSink, startSmtpSink } from '#test/smtp-sink.ts'
import { isAddress, MailRefused, type MailTransport, openTransport } from './smtp.ts'

let sink: SmtpSink
const opened: MailTransport[] = []
beforeEach(async () => {
  sink = await startSmtpSink()
})
const closeAll = () => {
  for (const transport of opened.splice(0)) transport.close()
}
afterEach(async () => {
  closeAll()
  await sink.close()
})

function open(query = '', url = sink.url) {
  const transport = openTransport({ smtpUrl: `${url}${query}`, baseUrl: 'https://almoner.example:8443/x' })
  opened.push(transport)
  if (transport.kind !== 'smtp') throw new Error('no mail server')
  return transport
}
const mail = (n = 1) => ({
  messageId: `${n}.uid@almoner.example`,
  thread: null,
  to: { name: 'Katrin', address: 'katrin@example.org' },
  subject: 'Subject',
  text: 'Text',
  html: '<p>Text</p>',
  date: new Date('2026-11-21T09:00:00Z'),
})
const many = (count: number) => Array.from({ length: count }, (_, n) => mail(n))

test('without SMTP_URL, mails stay in the outbox', () => {
  expect(openTransport({ smtpUrl: undefined, baseUrl: 'https://almoner.example' }).kind).toBe('outbox')
})

test('a connection is encrypted when the server offers it or the setting requires it', async () => {
  expect(await open().send(mail())).toBe('250 taken as number 1')
  await open('?tls=required').send(mail())
  expect(sink.received.map((got) => got.secure)).toEqual([true, true])
  const plain = await startSmtpSink({ plain: true })
  try {
    await open('', plain.url).send(mail())
    expect(plain.received.map((got) => got.secure)).toEqual([false])
    const refused = open('?tls=required', plain.url).send(mail())
    await expect(refused).rejects.toThrow(/STARTTLS/)
    // A misconfigured server is no reason to give up the mail.
    await expect(refused).rejects.not.toBeInstanceOf(MailRefused)
    expect(plain.received).toHaveLength(1)
  } finally {
    closeAll()
    await plain.close()
  }
})

test('mail is sent only encrypted unless the setting allows plain text', async () => {
  const plain = await startSmtpSink({ plain: true })
  // The same server under a name that is not recognized as this machine.
  const elsewhere = plain.url.replace('127.0.0.1', '0.0.0.0')
  try {
    await expect(open('', elsewhere).send(mail())).rejects.toThrow(/STARTTLS/)
    expect(plain.received).toHaveLength(0)
    await open('?tls=offered', elsewhere).send(mail())
    expect(plain.received.map((got) => got.secure)).toEqual([false])
  } finally {
    closeAll()
    await plain.close()
  }
})

test('smtps:// is encrypted from the first byte', async () => {
  const encrypted = await startSmtpSink({ tls: true })
  await open('', encrypted.url).send(mail())
  expect(encrypted.received.map((got) => got.secure)).toEqual([true])
  closeAll()
  await encrypted.close()
})

test('connections are reused: forty concurrent mails need four at most', async () => {
  const transport = open('?rate=1000')
  await Promise.all(many(40).map((one) => transport.send(one)))
  expect(sink.received).toHaveLength(40)
  expect(sink.connections()).toBeLessThanOrEqual(4)
})

test('sending keeps to the configured mails per second', async () => {
  const transport = open('?rate=5')
  const started = performance.now()
  await Promise.all(many(11).map((one) => transport.send(one)))
  expect(sink.received).toHaveLength(11)
  // Five at once, five after a second, one after two.
  expect(performance.now() - started).toBeGreaterThan(1900)
})

test.each([
  [550, 'no such mailbox', true],
  [552, 'mailbox full for good', true],
  [451, 'try later', false],
  [530, 'sign in first', false],
])('%i %s: final is %s', async (code, message, final) => {
  const strict = await startSmtpSink({ refuse: () => ({ code, message }) })
  const error = await open('', strict.url)
    .send(mail())
    .catch((thrown: unknown) => thrown)
  closeAll()
  await strict.close()
  expect(String(error)).toContain(message)
  expect(error instanceof MailRefused).toBe(final)
})

test('the sender is the default address or the configured one', async () => {
  await open().send(mail())
  await open('?from=stiftung@house.example').send(mail(2))
  expect(sink.received.map(({ from, mail: { from: header } }) => [from, header?.address])).toEqual([
    ['no-reply@almoner.example', 'no-reply@almoner.example'],
    ['stiftung@house.example', 'stiftung@house.example'],
  ])
})

test.each([
  ['katrin@example.org', true],
  ['k.v+x@sub.example.org', true],
  ['a@example.org, b@example.org', false],
  ['Katrin <a@example.org>', false],
  ['a@example.org\r\nBcc: b@example.org', false],
  ['a@b@example.org', false],
  ['nobody', false],
  [`${'x'.repeat(250)}@example.org`, false],
])('%j is one address: %s', (address, expected) => {
  expect(isAddress(address)).toBe(expected)
})
