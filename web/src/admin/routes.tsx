// The routes of the back-office, inside its shell and behind the guard.
import type { RouteObject } from 'react-router'

export const adminRoutes: RouteObject[] = []
