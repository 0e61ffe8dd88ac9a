import { fileURLToPath } from 'node:url'

/**
 * Where processes and threads of tests find the code of the ones before them, compiled (`NODE_COMPILE_CACHE`): the folder
 * that `npm start` uses as well.
 */
export const compiledCode = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
