import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** Journeys with the real files beside the project; they fail when those are missing. */
export default defineConfig({ ...journeys, testDir: 'test/e2e-data', timeout: 180_000 })
