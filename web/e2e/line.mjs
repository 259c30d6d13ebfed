export * from './line.ts'
