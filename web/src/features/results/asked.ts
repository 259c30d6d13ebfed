// Which part of the results the address asks for.
export const limits = [10, 20, 30, 40]

export function askedOf(params: URLSearchParams) {
  return {
    page: natural(params.get('page'), 1),
    limit: Math.min(natural(params.get('limit'), limits[0] ?? 10), 100),
    sort: params.get('sort') === 'createdAt' ? 'createdAt' : '-createdAt',
  }
}

function natural(text: string | null, otherwise: number): number {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 ? number : otherwise
}
