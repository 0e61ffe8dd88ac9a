import { readConfig } from '#server/base/config.ts'
import { openTransport } from '#server/mail/smtp.ts'
import { testApp } from './app.ts'
import { startSmtpSink } from './smtp-sink.ts'

/** The app with a mail server that stores received mails. */
export async function appWithMailbox() {
  const baseUrl = 'https://almoner.example'
  const sink = await startSmtpSink()
  const config = readConfig({ SMTP_URL: sink.url, BASE_URL: baseUrl })
  const app = await testApp({ config: { baseUrl }, mail: openTransport(config) })
  const close = async () => {
    await app.close()
    await sink.close()
  }
  return { app, sink, close }
}
