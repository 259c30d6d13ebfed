// Build, dev server and unit tests of the web app. `dist` holds hashed assets with a
// brotli and a gzip file beside each that is worth it; the server sends those as they are.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { defineConfig } from 'vitest/config'
import { ahead } from './ahead'
import { bundles } from './chunks'
import { offline } from './offline'
import { oldBrowsers } from './oldBrowsers'

const server = process.env.SABI_SERVER ?? 'http://127.0.0.1:8080'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Mantine's ScrollArea, part of every dialog, takes one helper from floating-ui, and with it
 * all that places popovers, which no dialog needs: the same helper is in Mantine's hooks. Saves 12.8 KiB
 * of the test window. A newer release that imports otherwise fails the build.
 */
const scrollAreaWithoutPopovers: Plugin = {
  name: 'scroll-area-without-popovers',
  transform(code, id) {
    if (!id.endsWith('/components/ScrollArea/ScrollArea.mjs')) return
    const taken = 'import { useMergeRefs } from "@floating-ui/react";'
    if (!code.includes(taken)) this.error('ScrollArea imports otherwise now: is this needed?')
    const own = 'const useMergeRefs = (refs) => useMergedRef(...refs);'
    return code.replace(taken, `import { useMergedRef } from "@mantine/hooks";${own}`)
  },
}

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    scrollAreaWithoutPopovers,
    ahead,
    offline,
    oldBrowsers,
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
      threshold: 0,
      skipIfLargerOrEqual: true,
      logLevel: 'silent',
    }),
  ],
  resolve: {
    alias: {
      '@': file('./src'),
      // Its package names the development build alone.
      ...(command === 'build' && {
        'react-router': file('./node_modules/react-router/dist/production/index.mjs'),
      }),
    },
  },
  server: { proxy: { '/api': server, '/uploads': server } },
  build: {
    // What the oldest supported browsers (oldBrowsers/) understand, but for what `oldBrowsers` rewrites.
    target: 'es2022',
    // Whoever knows cascade layers; `oldBrowsers` rewrites for the others.
    cssTarget: ['chrome99', 'firefox97', 'safari15.4'],
    // The manifest is what scripts/size.mjs walks.
    manifest: true,
    modulePreload: { polyfill: false },
    // Under 1 KiB a request costs more than the bytes: pictures are inlined up to that.
    assetsInlineLimit: 1024,
    rolldownOptions: { output: { codeSplitting: { groups: bundles } } },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/test-setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
    restoreMocks: true,
    testTimeout: 60_000,
  },
}))
