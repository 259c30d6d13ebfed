// Build, dev server and unit tests of the web app. `dist` holds hashed assets with a
// brotli and a gzip file beside each that is worth it; the server sends those as they are.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { compression } from 'vite-plugin-compression2'
import { defineConfig } from 'vitest/config'

const server = process.env.SABI_SERVER ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [
    react(),
    {
      // The scrolling of dialogues takes one small hook from the library that places menus, and
      // students would load all that the back-office needs of that library along with it.
      name: 'light-scroll-area',
      enforce: 'pre',
      resolveId: (source, importer) =>
        source === '@floating-ui/react' && importer?.endsWith('/ScrollArea/ScrollArea.mjs')
          ? fileURLToPath(new URL('./src/ui/mergeRefs.ts', import.meta.url))
          : null,
    },
    {
      // The API's documentation page (/api/docs) is served from here, not from elsewhere.
      name: 'api-docs',
      generateBundle() {
        const source = readFileSync(
          fileURLToPath(import.meta.resolve('rapidoc/dist/rapidoc-min.js')),
        )
        this.emitFile({ type: 'asset', fileName: 'docs/rapidoc.js', source })
      },
    },
    compression({
      include: /\.(js|css|svg|html|json|webmanifest)$/,
      algorithms: ['gzip', 'brotliCompress'],
      threshold: 1024,
      skipIfLargerOrEqual: true,
      logLevel: 'silent',
    }),
  ],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { proxy: { '/api': server, '/uploads': server } },
  build: {
    target: 'es2022',
    // The manifest is what scripts/size.mjs walks.
    manifest: true,
    modulePreload: { polyfill: false },
    // Under 1 KiB a request costs more than the bytes: pictures are inlined up to that.
    assetsInlineLimit: 1024,
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test-setup.ts'],
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    testTimeout: 60_000,
  },
})
