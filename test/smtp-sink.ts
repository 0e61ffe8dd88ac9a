import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** One accepted mail. */
export type ReceivedMail = { from: string; to: string[]; secure: boolean; raw: Buffer; mail: Email }

type Refusal = { code: number; message: string }

/**
 * A real mail server that stores accepted mails. `refuse` may reject a recipient; `delayMs` delays each mail; `plain`
 * offers no encryption, `tls` requires it.
 */
export async function startSmtpSink(
  options: {
    port?: number
    refuse?: (recipient: string) => Refusal | undefined
    delayMs?: () => number
    auth?: { user: string; pass: string }
    plain?: boolean
    tls?: boolean
    onReceived?: (received: ReceivedMail) => void
  } = {},
) {
  const received: ReceivedMail[] = []
  let connections = 0
  const server = new SMTPServer({
    secure: options.tls ?? false,
    authOptional: !options.auth,
    disabledCommands: [...(options.auth ? [] : ['AUTH']), ...(options.plain ? ['STARTTLS'] : [])],
    onConnect(_, done) {
      connections++
      done()
    },
    allowInsecureAuth: true,
    logger: false,
    onAuth(auth, _, done) {
      const ok = auth.username === options.auth?.user && auth.password === options.auth?.pass
      done(ok ? null : new Error('Invalid username or password'), ok ? { user: auth.username } : undefined)
    },
    onRcptTo(address, _, done) {
      const refusal = options.refuse?.(address.address)
      done(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.code }) : null)
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const raw = Buffer.concat(chunks)
        const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : ''
        const to = session.envelope.rcptTo.map((recipient) => recipient.address)
        const take = async () => {
          const one = { from, to, secure: session.secure, raw, mail: await PostalMime.parse(raw) }
          received.push(one)
          options.onReceived?.(one)
          done(null, `taken as number ${received.length}`)
        }
        setTimeout(() => void take(), options.delayMs?.() ?? 0)
      })
    },
  })
  // A killed client resets its connection: nothing to report.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    url: options.auth
      ? `smtp://${options.auth.user}:${options.auth.pass}@127.0.0.1:${port}`
      : `${options.tls ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    received,
    /** The number of connections so far. */
    connections: () => connections,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
export type SmtpSink = Awaited<ReturnType<typeof startSmtpSink>>
