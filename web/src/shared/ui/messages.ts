// The texts of the shared components.

export const uiTexts = {
  noConnection: "You're offline. Nothing was sent. Try again when you're back online.",
  slow: 'Your network is slow, or Sabi is busy.',
  dismiss: 'Dismiss',
  closeCalculator: 'Close calculator',
  calculatorNotLoaded: 'The calculator could not be loaded. Check your connection and try again.',
  skip: 'Skip to content',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  menu: 'Main',
  useDark: 'Use dark colours',
  useLight: 'Use light colours',
  picture: 'Picture',
  enlarge: 'Enlarge the picture',
  enlargeThis: (alt: string) => `Enlarge the picture: ${alt}`,
  large: 'Larger',
  closePicture: 'Close the picture',
  notEnlarged: 'The picture could not be enlarged. Check your connection and try again.',
}

/** The texts of the fields for a day, loaded with them. */
export const dayTexts = {
  dayPlaceholder: 'day/month/year',
  dayUnreadable: 'Enter the date as day/month/year, for example 25/06/2005 or 25062005.',
  dayTooEarly: (first: string) => `Choose ${first} or a later date.`,
  dayTooLate: (last: string) => `Choose ${last} or an earlier date.`,
  openCalendar: (field: string) => `${field}: open the calendar`,
}
