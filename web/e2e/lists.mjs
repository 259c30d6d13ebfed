export * from './lists.ts'
