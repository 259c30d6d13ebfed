// Quoted texts stand to the letter.
export const english = {
  siteTitle: 'Practise for JAMB UTME, WAEC, BECE and POST UTME',
  crumbs: 'Breadcrumb',

  // News.
  news: 'News',
  newsLead: 'What is new at Sabi and at the examination boards.',
  author: 'admin',
  readMore: 'Read More',
  readMoreOf: (title: string) => ` about ${title}`,
  loadMore: 'Load More',
  noNews: 'No news yet.',
  noNewsText: 'News will appear here as soon as there is some.',
  allNews: 'All news',

  // Questions.
  faqs: 'FAQs',
  faqsTitle: 'Frequently Asked Questions',
  noFaqs: 'No FAQs available at the moment.',
  faqsFailed: 'Error fetching FAQs',
  stillAsking: 'Is your question not here?',
  askUs: 'Contact us',
}
