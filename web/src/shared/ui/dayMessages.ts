// The texts of the fields for a day, loaded with them.

export const dayTexts = {
  dayPlaceholder: 'day/month/year',
  dayUnreadable: 'Enter the date as day/month/year, for example 25/06/2005 or 25062005.',
  dayTooEarly: (first: string) => `Choose ${first} or a later date.`,
  dayTooLate: (last: string) => `Choose ${last} or an earlier date.`,
  openCalendar: (field: string) => `${field}: open the calendar`,
}
