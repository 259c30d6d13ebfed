// Tabs by subject, and under them MCQ and SUBJECTIVE where a subject has both.
import '@mantine/core/styles/Tabs.layer.css'
import { Tabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useAttemptParts } from '../attemptContext'
import { testTexts } from '../messages'
import { type Item, type Section, sectionsOf } from '../model/paper'
import styles from './test.module.css'

export function SectionTabs({ place, children }: { place: string; children: ReactNode }) {
  const { test, paper } = useAttemptParts()
  const { section } = paper.items.get(place) as Item
  const subjectId = section.subject._id
  const own = sectionsOf(paper, subjectId)
  // A tab opens where it was left; the first time, at its first question.
  const left = useRef(new Map<string, string>()).current
  left.set(section.key, place).set(subjectId, place)
  const enter = (key: string | null, first: Section | undefined) => {
    const to = left.get(key ?? '') ?? first?.ids[0]
    if (to !== undefined) test.show(to)
  }

  // A phone shows the open tab, however one has come to its subject.
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another subject is open
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[data-active]')
    if (list.current && tab) list.current.scrollLeft = tab.offsetLeft - 16
  }, [subjectId])

  const inner =
    own.length < 2 ? (
      children
    ) : (
      <Tabs
        value={section.key}
        onChange={(key) =>
          enter(
            key,
            own.find((one) => one.key === key),
          )
        }
        variant="pills"
      >
        <Tabs.List mb="sm" aria-label={testTexts.kinds}>
          {own.map((one) => (
            <Tabs.Tab key={one.key} value={one.key} className={styles.kind}>
              {testTexts[one.kind]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={section.key}>{children}</Tabs.Panel>
      </Tabs>
    )

  return (
    <Tabs
      value={subjectId}
      onChange={(id) =>
        enter(
          id,
          paper.sections.find((one) => one.subject._id === id),
        )
      }
    >
      <Tabs.List ref={list} className={styles.subjects} aria-label={testTexts.subjects}>
        {paper.subjects.map((subject) => (
          <Tabs.Tab key={subject._id} value={subject._id} className={styles.subject}>
            {subject.title}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={subjectId}>{inner}</Tabs.Panel>
    </Tabs>
  )
}
