// Build, dev server and unit tests of the web app. `dist` holds hashed assets, each with a brotli
// and a gzip file where that saves bytes; the server sends those unchanged.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin as PostcssPlugin } from 'postcss'
import type { Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { defineConfig } from 'vitest/config'
import { ahead } from './ahead'
import { bundles } from './chunks'
import { firstPaint } from './firstPaint'
import { offline } from './offline'
import { oldBrowsers } from './oldBrowsers'

const server = process.env.SABI_SERVER ?? 'http://127.0.0.1:8080'

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Mantine's dialogues import ScrollArea only to ask whether they were given it. None of ours is:
 * what their code imports instead says no. Saves 16.9 KiB of the test window, with the popovers
 * that ScrollArea imports. If a newer release imports it otherwise, the limit of sizes tells.
 */
const dialoguesWithoutScrollArea: Plugin = {
  name: 'dialogues-without-scroll-area',
  enforce: 'pre',
  resolveId(source, importer) {
    const isAsked = source === '../ScrollArea/ScrollArea.mjs'
    if (isAsked && importer?.endsWith('/Modal/ModalRoot.mjs')) return file('./noScrollArea.ts')
  },
}

const tokens = new Map<string, string>()
for (const [, name, value] of readFileSync(file('./src/shared/ui/tokens.css'), 'utf8').matchAll(
  /^ *(--[\w-]+): (.+);$/gm,
))
  tokens.set(name as string, value as string)

/** Puts the values of our tokens into the style sheets that use them. Saves 0.4 KiB of a first visit. */
const withTokens: PostcssPlugin = {
  postcssPlugin: 'tokens',
  Declaration(one) {
    one.value = one.value.replace(/var\((--[\w-]+)\)/g, (use, name) => tokens.get(name) ?? use)
  },
}

/** The files with the app's first screens, the test window, and practice without a network. */
const compiledAtOnce = ['initial', 'TestPage', 'device', 'Start']

/**
 * A comment in the first line, which has Chromium (since 136) compile the whole file while it loads instead of
 * each function at its first call. With a processor six times slower, the first question without a network
 * appears after 250 ms instead of 335.
 */
const compileHints: Plugin = {
  name: 'compile-hints',
  apply: 'build',
  generateBundle: {
    // Only now does nothing else take the first line; by then the files are compressed.
    order: 'post',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk')
      for (const name of compiledAtOnce) {
        const chunk = chunks.find((one) => one.name === name)
        if (!chunk) return this.error(`no file is named ${name}`)
        chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`
        for (const [ending, compress] of Object.entries({ br: brotliCompressSync, gz: gzipSync })) {
          const packed = bundle[`${chunk.fileName}.${ending}`]
          if (packed?.type !== 'asset')
            return this.error(`${chunk.fileName}.${ending} is not there`)
          packed.source = compress(chunk.code)
        }
      }
    },
  },
}

export default defineConfig(({ command }) => ({
  plugins: [
    react(),
    dialoguesWithoutScrollArea,
    ahead,
    firstPaint,
    offline,
    oldBrowsers,
    {
      // The API's documentation page (/api/docs) is served by us, not loaded from another site.
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
    compileHints,
  ],
  css: { postcss: { plugins: [withTokens] } },
  resolve: {
    alias: {
      '@': file('./src'),
      // Its package names only the development build.
      ...(command === 'build' && {
        'react-router': file('./node_modules/react-router/dist/production/index.mjs'),
      }),
    },
  },
  server: { proxy: { '/api': server, '/uploads': server } },
  build: {
    // Supported by the oldest browsers (oldBrowsers/), except for what `oldBrowsers` rewrites.
    target: 'es2022',
    // The first versions that know cascade layers; `oldBrowsers` rewrites for older ones.
    cssTarget: ['chrome99', 'firefox97', 'safari15.4'],
    // scripts/size.mjs reads the manifest.
    manifest: true,
    modulePreload: { polyfill: false },
    // Under 1 KiB a request costs more than the bytes, so such pictures are inlined.
    assetsInlineLimit: 1024,
    rolldownOptions: {
      // Shared constants are written out where they are used: 0.3 KiB less on each first visit.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: { groups: bundles },
        // A character less than usual: the first script names all files, and hashes cannot be compressed.
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7].[ext]',
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.mjs'],
    restoreMocks: true,
    // A slow machine is no failure: these are far longer than any test needs.
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
}))
