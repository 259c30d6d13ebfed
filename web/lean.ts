// What libraries carry that this app never runs is left out of the build, by their text. Each names
// what it looks for and fails the build where a newer release writes otherwise.
import type { Plugin } from 'vite'

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
 * React Router carries its framework mode, forms that it sends, fetchers, routes that are found on
 * the way and instruments. This app reads and writes with TanStack Query and has one table of routes.
 */
const leanRouter: Plugin = {
  name: 'lean-router',
  apply: 'build',
  transform(code, id) {
    if (!/react-router\/dist\/production\/chunk-[^/]+\.mjs$/.test(id)) return
    if (!code.includes('function createBrowserRouter(')) return
    const replaced = (rest: string, from: string | RegExp, to: string) => {
      const lean = rest.replace(from, to)
      if (lean === rest) this.error(`React Router writes otherwise now: ${from}`)
      return lean
    }
    const without = withoutFramework.reduce((rest, [from, to]) => replaced(rest, from, to), code)
    return neverCalled.reduce((rest, name) => replaced(rest, bodyOf(name), '$1 throw 0 }'), without)
  },
}

const withoutFramework: [from: string | RegExp, to: string][] = [
  // A Link can fetch pages ahead, the scroll restoration writes scripts for the server.
  ['React10.createElement(PrefetchPageLinks, { page: href })', 'null'],
  ['renderScripts ? /* @__PURE__ */ React9.createElement(Scripts, null) : null', 'null'],
  [/(function usePrefetchBehavior\(.*\) \{)\n[\s\S]*?\n\}\n/, '$1 return [false, null, {}] }\n'],
  // Names for developers' tools, which keep components that nobody uses.
  [/^(Form|HistoryRouter)\.displayName = .*$/gm, ''],
]

/** What only a form, a fetcher, a found route, an instrument, a middleware or a server's page calls. */
const neverCalled = [
  'handleAction',
  'fetch2',
  'handleFetcherAction',
  'handleFetcherLoader',
  'discoverRoutes',
  'patchRoutes',
  'getRouteInstrumentationUpdates',
  'instrumentClientSideRouter',
  'runClientMiddlewarePipeline',
  'deserializeErrors',
  'RSCErrorHandler',
]

/** A function up to its opening brace, and then its body. */
const bodyOf = (name: string) =>
  new RegExp(String.raw`^(( *)(?:async )?function ${name}\([\s\S]*?\) \{)\n[\s\S]*?\n\2\}$`, 'm')

/** Names of private fields, as short as minified ones; one name is the same field in all classes. */
const shortNames = new Map<string, string>()

/**
 * TanStack Query's private fields, which Safari has since 14.1 and its private methods since 15, become
 * plain ones: what a compiler makes of them instead weighs 3 KiB.
 */
const plainFields: Plugin = {
  name: 'plain-fields',
  apply: 'build',
  transform(code, id) {
    if (!/@tanstack\/query-core\/build\/modern\/\w+\.js$/.test(id) || !/#\w/.test(code)) return
    if (/\.\$\w/.test(code)) this.error(`${id} has fields that begin with $ itself`)
    return code.replace(/(^\s*(?:async )?|[.\s(!])#(\w+)/gm, (_, before, name) => {
      shortNames.set(name, shortNames.get(name) ?? `$${shortNames.size.toString(36)}`)
      return before + shortNames.get(name)
    })
  },
  generateBundle(_options, bundle) {
    for (const { fileName, ...rest } of Object.values(bundle)) {
      const left = 'code' in rest && /\bstatic\s*\{|\bthis\.#\w+/.exec(rest.code)?.[0]
      if (left) this.error(`${fileName} has "${left}", which Safari 14 does not understand`)
    }
  },
}

export const lean = [leanScrollArea, leanRouter, plainFields]
