// The texts of the carousel, loaded with it.

export const carouselTexts = {
  carousel: 'carousel',
  before: 'Previous slide',
  after: 'Next slide',
  placeOf: (place: string, places: string) => `${place} of ${places}`,
}
