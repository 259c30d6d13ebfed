// The routes of results, inside the student's shell.
import type { RouteObject } from 'react-router'

export const resultRoutes: RouteObject[] = []
