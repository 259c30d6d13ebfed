// The server answers 404 for an address without a screen. It reads the screens from `routes.txt`;
// `npx vitest run src/app/routeFile.test.ts -u` updates that file.
import type { RouteObject } from 'react-router'
import { expect, it } from 'vitest'
import { adminScreens } from '@/features/admin/AdminArea'
import { routes } from './routes'

function pathsOf(all: RouteObject[], above = ''): string[] {
  return all.flatMap(({ path = '', children }) => {
    const here = path.startsWith('/') ? path : [above, path].filter(Boolean).join('/')
    return children ? pathsOf(children, here) : [here.startsWith('/') ? here : `/${here}`]
  })
}

it('lists every screen for the server', async () => {
  const students = pathsOf(routes).filter((path) => path !== '/*' && !path.startsWith('/admin/*'))
  const admins = pathsOf(adminScreens, '/admin').filter((path) => path !== '/admin/*')
  const all = [...new Set([...students, ...admins])].sort()
  await expect(`${all.join('\n')}\n`).toMatchFileSnapshot('../../routes.txt')
})
