// Every word with which the server says what was done has words here, and none has that it never says.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { actions } from './messages'

/** The calls that put something on the record, the action their first text. */
const call =
  /\b(?:entry|update_by|record|audit_payment|audit|of_operator|note_seed|change_account|change_factor|put_declared|audit_by|wrote\(Some)\(\s*(?:[^"();]|\([^()]*\))*?"([a-z]+(?:-[a-z]+)*)"/g

/** A payment's entry says by its state what became of it. */
const states = ['disputed', 'refunded', 'reversed', 'resume']

it('is the server’s list of actions', () => {
  const folder = '../core/src'
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.rs') && !/\btests?\b/.test(name),
  )
  const said = sources.flatMap((name) => {
    const [source = ''] = readFileSync(path.join(folder, name), 'utf8').split('#[cfg(test)]')
    return [...source.matchAll(call)].flatMap(([, action]) => action ?? [])
  })
  const imported = [...new Set([...said, ...states])].filter((one) => one !== 'store')
  expect(Object.keys(actions).sort()).toEqual(imported.sort())
})
