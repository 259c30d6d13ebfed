// Rules for declarations that types cannot express: the sort fields that the server knows, and the
// addresses.
import { readFileSync } from 'node:fs'
import { matchRoutes } from 'react-router'
import { describe, expect, it } from 'vitest'
import { resources } from '@/features/admin/resources'
import { routes } from './routes'

interface Parameter {
  name: string
  schema: { pattern?: string }
}
const document = JSON.parse(readFileSync('../api/openapi.json', 'utf8')) as {
  paths: Record<string, { get?: { parameters?: Parameter[] } }>
}

describe.each(resources.map((resource) => [resource.name, resource] as const))('%s', (_, one) => {
  it('is sorted as the server can', () => {
    const parameters = document.paths[one.calls.list]?.get?.parameters ?? []
    const pattern = parameters.find(({ name }) => name === 'sort')?.schema.pattern ?? ''
    const asked = one.whole ? [] : one.columns.filter(({ sort }) => sort).map(({ name }) => name)
    // A list that is loaded completely is sorted in the browser.
    if (!one.whole) asked.push(one.sort)
    for (const name of asked) expect(name).toMatch(new RegExp(pattern))
  })

  it('has addresses of its own', () => {
    for (const path of Object.values(one.screens)) {
      const address = path.replace(':id', 'x')
      expect(matchRoutes(routes, address)?.at(-1)?.route.path).toBe('/admin/*')
      const others = resources.filter((other) => other !== one)
      expect(others.flatMap(({ screens }) => Object.values(screens))).not.toContain(path)
    }
    expect(resources.filter(({ name }) => name === one.name)).toHaveLength(1)
  })
})
