// Loads the code of a screen before it is opened. On a slow connection most of a wait is asking for
// one thing after another.
import { matchRoutes, type RouteObject } from 'react-router'

let routes: RouteObject[] = []

/** Names the routes of the app, once, when it starts. */
export function setRoutes(all: RouteObject[]): void {
  routes = all
}

/** Loads the screen at this path, and the layouts around it. A failure is shown when it is opened. */
export function preloadScreen(path: string): void {
  for (const { route } of matchRoutes(routes, path) ?? []) {
    if (typeof route.lazy === 'function') void route.lazy()
  }
}
