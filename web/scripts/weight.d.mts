// The types of weight.mjs, for the browser tests.
export type Manifest = Record<string, { file: string; name?: string; css?: string[] }>

export function readManifest(): Manifest
export function filesOf(manifest: Manifest, modules: string[]): Set<string>
export function pages(manifest: Manifest): { name: string; modules: string[] }[]
export function returning(manifest: Manifest): string[]
export function testWindow(manifest: Manifest): { modules: string[] }
export function backOffice(manifest: Manifest): string[]
export function weigh(files: Iterable<string>): number
