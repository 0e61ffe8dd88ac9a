/** npm run openapi: writes docs/openapi.json, so that a change of the API shows in review. */
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApiText } from '#test/openapi-text.ts'

writeFileSync(fileURLToPath(new URL('../docs/openapi.json', import.meta.url)), openApiText())
