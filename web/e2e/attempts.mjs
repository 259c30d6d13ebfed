export * from './attempts.ts'
