import { createHash } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { type Config, isLoopback } from '../base/config.ts'

export type Outgoing = {
  messageId: string
  thread: string | null
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  date: Date
  attachment?: { filename: string; bytes: Buffer } | undefined
}

/** The way mails leave: through a mail server, or not at all (the built-in outbox keeps them). */
export type MailTransport =
  | { kind: 'outbox'; close: () => void }
  | {
      kind: 'smtp'
      /** Returns the server's reply; throws MailRefused or the connection's own error. */
      send: (mail: Outgoing) => Promise<string>
      close: () => void
    }

/** The server refused this mail permanently (5xx), or no server can ever accept it. */
export class MailRefused extends Error {}

/** Concurrent mails: one per connection. */
export const connections = 4
/** Default for `?rate=`: 10,000 due-day mails leave within two minutes. */
const defaultPerSecond = 100

/** The configured transport: SMTP_URL, or the built-in outbox. */
export function openTransport({ smtpUrl, baseUrl }: Pick<Config, 'smtpUrl' | 'baseUrl'>): MailTransport {
  if (!smtpUrl) return { kind: 'outbox', close: () => {} }
  const url = new URL(smtpUrl)
  const host = mailHost(baseUrl)
  const from = url.searchParams.get('from') ?? `no-reply@${host}`
  const transport = createTransport({
    pool: true,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    requireTLS: mustEncrypt(url),
    // A certificate proves nothing about a server on this machine.
    tls: { rejectUnauthorized: !isLoopback(url.hostname) },
    ...(url.username && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    maxConnections: connections,
    maxMessages: 200,
    rateDelta: 1000,
    rateLimit: Number(url.searchParams.get('rate')) || defaultPerSecond,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    dnsTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    kind: 'smtp',
    close: () => transport.close(),
    async send(mail) {
      if (!isAddress(mail.to.address)) throw new MailRefused('not an e-mail address')
      const root = mail.thread && `<${threadId(mail.thread)}@${host}>`
      try {
        const { response } = await transport.sendMail({
          envelope: { from, to: [mail.to.address] },
          from: { name: 'Almoner', address: from },
          to: mail.to,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          ...(mail.attachment && {
            attachments: [
              {
                filename: mail.attachment.filename,
                content: mail.attachment.bytes,
                contentType: 'application/pdf',
              },
            ],
          }),
          date: mail.date,
          messageId: `<${mail.messageId}>`,
          ...(root && { inReplyTo: root, references: root }),
          headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
        })
        return response
      } catch (error) {
        throw isPermanent(error) ? new MailRefused((error as Error).message, { cause: error }) : error
      }
    },
  }
}

export function mailHost(baseUrl: string): string {
  return new URL(baseUrl).hostname.replace(/[^\w.-]/g, '')
}

function threadId(thread: string): string {
  return `thread.${createHash('sha256').update(thread).digest('hex').slice(0, 24)}`
}

/** The value of `?tls=`; by default, mails leave this machine encrypted or not at all. */
function mustEncrypt({ hostname, searchParams }: URL): boolean {
  const asked = searchParams.get('tls')
  return asked ? asked === 'required' : !isLoopback(hostname)
}

/** "Sign in first" and "encrypt first" (RFC 4954, RFC 3207): 5xx, but about us. */
const askedToSignIn = 530

// Only a reply about sender, recipient or content concerns the mail. A server that refuses the greeting, the encryption
// or the sign-in is misconfigured or away and refuses every mail: the mail waits.
function isPermanent(error: unknown): boolean {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false
  return responseCode === undefined || (responseCode >= 500 && responseCode !== askedToSignIn)
}

/** One address and nothing else: no list, no name, no line break. */
export function isAddress(address: string): boolean {
  return address.length <= 254 && /^[^\s@<>(),;:"[\]\\]+@[^\s@<>(),;:"[\]\\]+$/.test(address)
}
