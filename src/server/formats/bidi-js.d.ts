/** The package's types name its default export only for CommonJS. */
declare module 'bidi-js/dist/bidi.mjs' {
  const bidiFactory: () => import('bidi-js').Bidi
  export default bidiFactory
}
