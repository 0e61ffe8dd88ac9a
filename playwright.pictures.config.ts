import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/**
 * Takes the pictures for the README (`npm run pictures`) or of all pages (`npm run pictures:all`) on freshly filled
 * demo data.
 */
export default defineConfig({
  ...journeys,
  testDir: 'test/pictures',
  workers: 1,
  retries: 0,
  reporter: 'list',
  webServer: { ...[journeys.webServer!].flat()[0]!, command: 'node test/e2e/servers.ts 1' },
})
