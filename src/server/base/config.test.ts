import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('without settings, the documented defaults apply', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    baseUrl: 'http://localhost:8080',
    adminUsername: 'admin',
    demo: true,
    timeZone: 'Europe/Berlin',
    databaseUrl: undefined,
  })
})

test('DATABASE_URL turns the demo off unless DEMO is set; links use PORT unless BASE_URL is set', () => {
  expect(readConfig({ DATABASE_URL: 'postgres://x/y', PORT: '9000' })).toMatchObject({
    demo: false,
    baseUrl: 'http://localhost:9000',
  })
  expect(
    readConfig({ DATABASE_URL: 'postgres://x/y', DEMO: '1', BASE_URL: 'https://a.example/' }),
  ).toMatchObject({
    demo: true,
    baseUrl: 'https://a.example',
  })
})

test.each([
  [{ PORT: '99999' }, 'PORT'],
  [{ PORT: 'http' }, 'PORT'],
  [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
  [{ DATABASE_REPLICA_URL: 'nothing' }, 'DATABASE_REPLICA_URL'],
  [{ SMTP_URL: 'mail.example' }, 'SMTP_URL'],
  [{ FILES_URL: 'https://host/bucket' }, 'FILES_URL'],
  [{ FILES_URL: 'http://key:secret@files.example/bucket' }, 'FILES_URL'],
  [{ SMTP_URL: 'smtp://mail.example?tls=maybe' }, 'SMTP_URL'],
  [{ BASE_URL: 'localhost' }, 'BASE_URL'],
  [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD'],
  [{ ADMIN_USERNAME: 'the boss' }, 'ADMIN_USERNAME'],
  [{ ADMIN_USERNAME: 'boss@' }, 'ADMIN_USERNAME'],
  [{ ADMIN_USERNAME: 'boss@home@house' }, 'ADMIN_USERNAME'],
  [{ DEMO: 'yes' }, 'DEMO'],
  [{ TIME_ZONE: 'Mars/Olympus' }, 'TIME_ZONE'],
  [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
])('a wrong setting is reported in one line that names it: %o', (env, name) => {
  const failure = (() => {
    try {
      readConfig(env)
    } catch (error) {
      return error
    }
    return undefined
  })()
  expect(failure).toBeInstanceOf(ConfigError)
  expect((failure as ConfigError).line).toMatch(new RegExp(`^${name} must [^\\n]+$`))
})

test('an error message never repeats a secret in a setting', () => {
  expect(() => readConfig({ SMTP_URL: 'htp://user:hunter2@x' })).toThrow(/^((?!hunter2).)*$/)
})

test('the file store may use plain http on this machine only', () => {
  const local = 'http://key:secret@127.0.0.1:9000/bucket'
  expect(readConfig({ FILES_URL: local }).filesUrl).toBe(local)
})

test('on a terminal, requests are not logged unless asked for', () => {
  expect(readConfig({}, { terminal: true }).logLevel).toBe('warn')
  expect(readConfig({}, { terminal: false }).logLevel).toBe('info')
  expect(readConfig({ LOG_LEVEL: 'info' }, { terminal: true }).logLevel).toBe('info')
})
