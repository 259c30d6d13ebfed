// The texts of lists: sorting and paging.

export const listTexts = {
  sortBy: 'Sort by',
  asListed: 'Default order',
  ascending: (column: string) => `${column}, ascending`,
  descending: (column: string) => `${column}, descending`,
  rowsOf: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  perPage: 'Rows per page',
  rows: (n: string) => `${n} per page`,
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
  page: 'Page',
  ofPages: (pages: string) => `of ${pages}`,
}
