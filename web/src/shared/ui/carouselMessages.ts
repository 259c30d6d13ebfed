// The texts of the carousel, loaded with it.

export const words = {
  carousel: 'carousel',
  before: 'Previous slide',
  after: 'Next slide',
  placeOf: (place: string, places: string) => `${place} of ${places}`,
}
