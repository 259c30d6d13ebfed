// Inserts elements into a text at its placeholders, so that each language decides their position.
import { createElement, Fragment, type ReactNode } from 'react'

/** "Welcome, {name}" and the parts by name. */
export const fill = (text: string, parts: Record<string, ReactNode>): ReactNode[] =>
  text
    .split(/\{(\w+)\}/)
    .map((part, i) => createElement(Fragment, { key: i }, i % 2 === 0 ? part : parts[part]))
