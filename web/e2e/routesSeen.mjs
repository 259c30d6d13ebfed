export * from './routesSeen.ts'
