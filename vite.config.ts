import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { codeSplitting } from './vite/chunks.ts'
import { firstPaint } from './vite/first-paint.ts'
import { inRem } from './vite/rem.ts'
import { pageFiles } from './vite/page-files.ts'
import { pdfFiles } from './vite/pdf-files.ts'
import { subjectsOfRoutes } from './vite/subjects.ts'
import { textModules } from './vite/texts.ts'

export default defineConfig({
  root: 'src/app/web',
  publicDir: false,
  css: { transformer: 'lightningcss', lightningcss: { visitor: inRem } },
  plugins: [react(), textModules(), subjectsOfRoutes(), firstPaint(), pageFiles(), pdfFiles()],
  build: {
    outDir: '../../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // A data: URL would need its own entry in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting } },
  },
})
