// The texts of the page for unknown addresses.

export const notFoundTexts = {
  notFound: 'Page Not Found',
  notFoundText: 'The address may be mistyped, or the page has moved.',
}
