// Lets Node run the TypeScript of this folder, for the scripts that Playwright Test does not run:
// `node --import ./e2e/typescript.mjs FILE`. Node has this built in from 22.18 on.
import { register } from 'node:module'

register('./typescriptLoader.mjs', import.meta.url)
