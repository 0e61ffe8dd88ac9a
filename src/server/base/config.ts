import { resolve } from 'node:path'

/** Settings of product.md §9, read and validated once at start. */
export type Config = {
  port: number
  host: string
  dataDir: string
  databaseUrl: string | undefined
  databaseReplicaUrl: string | undefined
  smtpUrl: string | undefined
  filesUrl: string | undefined
  baseUrl: string
  adminUsername: string
  adminPassword: string | undefined
  demo: boolean
  timeZone: string
  metricsToken: string | undefined
  /** Key for secrets that must be readable again; without it, a file in `dataDir` holds one. */
  secretsKey: string | undefined
  logLevel: string
}

/** An unusable setting; `line` is printed before the start is aborted. */
export class ConfigError extends Error {
  readonly line: string
  constructor(line: string) {
    super(line)
    this.line = line
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/**
 * Reads the environment; throws ConfigError naming the first wrong setting. On a terminal, requests are logged only on
 * demand: they would scroll the start messages out of view.
 */
export function readConfig(
  env: Record<string, string | undefined>,
  { terminal = false }: { terminal?: boolean } = {},
): Config {
  const given = (name: string) => env[name]?.trim() || undefined
  const port = wholeNumber('PORT', given('PORT') ?? '8080', 0, 65535)
  const databaseUrl = url('DATABASE_URL', given('DATABASE_URL'), ['postgres:', 'postgresql:'])
  return {
    port,
    host: given('HOST') ?? '127.0.0.1',
    dataDir: resolve(given('DATA_DIR') ?? './data'),
    databaseUrl,
    databaseReplicaUrl: url('DATABASE_REPLICA_URL', given('DATABASE_REPLICA_URL'), [
      'postgres:',
      'postgresql:',
    ]),
    smtpUrl: mailServer(url('SMTP_URL', given('SMTP_URL'), ['smtp:', 'smtps:'])),
    filesUrl: bucket(url('FILES_URL', given('FILES_URL'), ['s3:', 'http:', 'https:'])),
    baseUrl: (url('BASE_URL', given('BASE_URL'), ['http:', 'https:']) ?? `http://localhost:${port}`).replace(
      /\/+$/,
      '',
    ),
    adminUsername: username(given('ADMIN_USERNAME') ?? 'admin'),
    adminPassword: password(given('ADMIN_PASSWORD')),
    demo: flag('DEMO', given('DEMO'), databaseUrl === undefined),
    timeZone: timeZone(given('TIME_ZONE') ?? 'Europe/Berlin'),
    metricsToken: given('METRICS_TOKEN'),
    secretsKey: secretsKey(given('SECRETS_KEY')),
    logLevel: oneOf('LOG_LEVEL', given('LOG_LEVEL') ?? (terminal ? 'warn' : 'info'), logLevels),
  }
}

function wholeNumber(name: string, value: string, minimum: number, maximum: number): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number < minimum || number > maximum)
    throw new ConfigError(`${name} must be a whole number from ${minimum} to ${maximum}, not "${value}"`)
  return number
}

// The value may hold a password, so it is never repeated in the message.
function url(name: string, value: string | undefined, protocols: string[]): string | undefined {
  if (value === undefined) return undefined
  if (!URL.canParse(value) || !protocols.includes(new URL(value).protocol))
    throw new ConfigError(
      `${name} must be an address beginning with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    )
  return value
}

function bucket(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const { protocol, hostname, username, password, pathname } = new URL(value)
  if (!username || !password || pathname.length < 2)
    throw new ConfigError('FILES_URL must look like https://KEY:SECRET@host/bucket')
  // Keys and people's files would cross the network in the clear.
  if (protocol === 'http:' && !isLoopback(hostname))
    throw new ConfigError('FILES_URL must begin with https:// unless the bucket is on this machine')
  return value
}

/** Encryption of the mail server connection: required, or used when the server offers it. */
const encryptions = ['required', 'offered']

function mailServer(value: string | undefined): string | undefined {
  const asked = value && new URL(value).searchParams.get('tls')
  if (asked && !encryptions.includes(asked))
    throw new ConfigError(`SMTP_URL must have one of ${encryptions.join(', ')} as its tls=`)
  return value
}

function flag(name: string, value: string | undefined, fallback: boolean): boolean {
  if (value === undefined) return fallback
  if (value !== '0' && value !== '1') throw new ConfigError(`${name} must be 0 or 1, not "${value}"`)
  return value === '1'
}

function username(value: string): string {
  if (!/^[^\s@]{1,64}(@[^\s@]{1,180})?$/u.test(value))
    throw new ConfigError(
      `ADMIN_USERNAME must be a name without blanks, or a whole e-mail address, not "${value}"`,
    )
  return value
}

function password(value: string | undefined): string | undefined {
  if (value !== undefined && value.length < 8)
    throw new ConfigError('ADMIN_PASSWORD must have at least 8 characters')
  return value
}

function secretsKey(value: string | undefined): string | undefined {
  if (value !== undefined && value.length < 32)
    throw new ConfigError('SECRETS_KEY must have at least 32 characters')
  return value
}

function timeZone(value: string): string {
  try {
    new Intl.DateTimeFormat('en', { timeZone: value })
    return value
  } catch {
    throw new ConfigError(`TIME_ZONE must be a time zone such as Europe/Berlin, not "${value}"`)
  }
}

function oneOf(name: string, value: string, allowed: string[]): string {
  if (!allowed.includes(value))
    throw new ConfigError(`${name} must be one of ${allowed.join(', ')}, not "${value}"`)
  return value
}
