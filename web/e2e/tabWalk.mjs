export * from './tabWalk.ts'
