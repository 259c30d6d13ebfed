// Quoted texts stand to the letter.
export const english = {
  noConnection:
    'You are offline. Nothing is sent meanwhile, and nothing later by itself: try again once you are connected.',
  language: 'Language',
  dismiss: 'Dismiss',
  closeCalculator: 'Close calculator',
  calculatorNotLoaded: 'The calculator could not be loaded. Check your connection and try again.',
  copyright: '© 2025 Sabi',
  skip: 'Skip to content',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  menu: 'Main',
  useDark: 'Use dark colours',
  useLight: 'Use light colours',
  rowsOf: (first: string, last: string, total: string) => `${first} to ${last} of ${total}`,
  perPage: 'Rows per page',
  rows: (n: string) => `${n} per page`,
  pages: 'Pages',
  previousPage: 'Previous page',
  nextPage: 'Next page',
  pageOf: (page: string, pages: string) => `Page ${page} of ${pages}`,
}
