// The routes from the dashboard to the start button, inside the student's shell.
import type { RouteObject } from 'react-router'

export const journeyRoutes: RouteObject[] = []
