export * from './workbook.ts'
