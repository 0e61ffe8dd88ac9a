import { fileURLToPath } from 'node:url'

/**
 * The compile cache shared by test processes and threads (`NODE_COMPILE_CACHE`): the folder that `npm start` uses too.
 */
export const compiledCode = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
