// The routes of the test window.
import type { RouteObject } from 'react-router'

export const testRoutes: RouteObject[] = []
