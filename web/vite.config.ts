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

const server = process.env.SABI_SERVER ?? 'http://127.0.0.1:8080'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Mantine's ScrollArea, part of every dialog, takes one helper from floating-ui, and with it
 * all that places popovers, which no dialog needs: the same helper is in Mantine's hooks.
 */
const leanScrollArea: Plugin = {
  name: 'lean-scroll-area',
  transform(code, id) {
    if (!id.endsWith('/components/ScrollArea/ScrollArea.mjs')) return
    const taken = 'import { useMergeRefs } from "@floating-ui/react";'
    if (!code.includes(taken)) this.error('ScrollArea imports otherwise now: is this needed?')
    const own = 'const useMergeRefs = (refs) => useMergedRef(...refs);'
    return code.replace(taken, `import { useMergedRef } from "@mantine/hooks";${own}`)
  },
}

/**
 * React Router's Link can fetch pages of its framework mode ahead, and its scroll restoration writes
 * scripts for that; an app of its own has neither, but would carry both.
 */
const leanRouter: Plugin = {
  name: 'lean-router',
  apply: 'build',
  transform(code, id) {
    if (!/react-router\/dist\/production\/chunk-[^/]+\.mjs$/.test(id)) return
    if (!code.includes('function createBrowserRouter(')) return
    return withoutFramework.reduce((rest, [from, to]) => {
      if (!rest.includes(from)) this.error(`React Router writes otherwise now: ${from}`)
      return rest.replace(from, () => to)
    }, code)
  },
}
const withoutFramework: [from: string, to: string][] = [
  ['React10.createElement(PrefetchPageLinks, { page: href })', 'null'],
  ['renderScripts ? /* @__PURE__ */ React9.createElement(Scripts, null) : null', 'null'],
]

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    leanScrollArea,
    leanRouter,
    ahead,
    offline,
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
    target: 'es2022',
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
    include: ['src/**/*.test.{ts,tsx}'],
    restoreMocks: true,
    testTimeout: 60_000,
  },
}))
