// Texts of the home page's form. Quoted texts stand to the letter.
export const homeEnglish = {
  about: 'Headings and texts of the home page.',
  saved: 'Home content updated successfully',
  whyChooseUs: 'Why Choose Us',
  examCategories: 'Exam Categories',
  achieveYourGoal: 'Achieve Your Goal',
  testimonials: 'Testimonials',
  latestNews: 'Latest News',
  heading: 'Heading',
  subheading: 'Subheading',
  title: (n: number) => `Title ${n}`,
  description: (n: number) => `Description ${n}`,
  /** A field outside its part of the form. */
  of: (part: string, field: string) => `${part}: ${field}`,
}
