export * from './declared.ts'
