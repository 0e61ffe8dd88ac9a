import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { codeSplitting } from './vite/chunks.ts'
import { firstPaint } from './vite/first-paint.ts'
import { inRem } from './vite/rem.ts'
import { pageFiles } from './vite/page-files.ts'
import { pdfFiles } from './vite/pdf-files.ts'
import { subjectsOfRoutes } from './vite/subjects.ts'
import { textModules } from './vite/texts.ts'

/** The page for the browser, and for the server, which renders first pages (`src/app/web/prerender.tsx`). */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: 'src/app/web',
  publicDir: false,
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  css: { transformer: 'lightningcss', lightningcss: { visitor: inRem } },
  plugins: [
    react(),
    textModules(),
    subjectsOfRoutes(),
    ...(isSsrBuild ? [] : [firstPaint(), pageFiles(), pdfFiles()]),
  ],
  build: {
    outDir: isSsrBuild ? '../../../dist/prerender' : '../../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // A data: URL would need its own entry in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting } },
  },
  // One folder with all it needs: a server in production has no packages of the page.
  ssr: { noExternal: true },
}))
