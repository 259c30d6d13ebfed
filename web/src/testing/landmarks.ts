// Landmarks as a screen reader lists them.
import { screen } from '@testing-library/react'

const roles = ['region', 'navigation', 'form', 'complementary', 'search'] as const

function nameOf(landmark: HTMLElement): string {
  const by = landmark.getAttribute('aria-labelledby')?.split(' ') ?? []
  const told = by.map((id) => document.getElementById(id)?.textContent ?? '')
  return landmark.getAttribute('aria-label') ?? told.join(' ')
}

/** Landmarks that another of the page's landmarks of the same role is named like. */
export function repeatedLandmarks(): string[] {
  const names = roles.flatMap((role) =>
    screen.queryAllByRole(role).map((one) => `${role}: ${nameOf(one)}`),
  )
  return names.filter((name, i) => names.indexOf(name) < i)
}

const live = '[role=status], [role=alert], [aria-live=polite], [aria-live=assertive]'

/** Live regions inside another: what appears in one is announced by both. */
export const nestedLiveRegions = () =>
  [...document.querySelectorAll(live)]
    .filter((region) => region.parentElement?.closest(live))
    .map(({ outerHTML }) => outerHTML.slice(0, 200))
