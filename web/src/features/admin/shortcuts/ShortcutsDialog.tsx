// The list of shortcuts, and the switch for single letters.
import { Kbd, Modal, Stack, Switch, Text, Title } from '@mantine/core'
import styles from '../AdminFrame.module.css'
import { mod, shortcutsTexts } from '../messages'

const groups = (): { title: string; keys: [keys: string[], does: string][] }[] => [
  {
    title: shortcutsTexts.anywhere,
    keys: [
      [[`${mod} K`], shortcutsTexts.palette],
      [['?'], shortcutsTexts.help],
    ],
  },
  {
    title: shortcutsTexts.inLists,
    keys: [
      [['j'], shortcutsTexts.next],
      [['k'], shortcutsTexts.previous],
      [['Enter'], shortcutsTexts.openRow],
      [['e'], shortcutsTexts.edit],
      [['x'], shortcutsTexts.choose],
      [['Delete'], shortcutsTexts.delete],
      [['/'], shortcutsTexts.search],
      [['n'], shortcutsTexts.nextPage],
      [['p'], shortcutsTexts.previousPage],
      [['a'], shortcutsTexts.add],
    ],
  },
  {
    title: shortcutsTexts.inForms,
    keys: [
      [[`${mod} S`, `${mod} Enter`], shortcutsTexts.save],
      [[`${mod} Shift Enter`], shortcutsTexts.another],
      [['Alt F10', 'Esc'], shortcutsTexts.toolbar],
      [['['], shortcutsTexts.before],
      [[']'], shortcutsTexts.after],
    ],
  },
  {
    title: shortcutsTexts.inGrading,
    keys: [
      [['0', '1', '2', '3', '4'], shortcutsTexts.grade],
      [['d'], shortcutsTexts.declare],
      [['y'], shortcutsTexts.yes],
    ],
  },
  {
    title: shortcutsTexts.inQueue,
    keys: [
      [['f'], shortcutsTexts.fine],
      [['c'], shortcutsTexts.correct],
      [['w'], shortcutsTexts.withdraw],
      [['r'], shortcutsTexts.retire],
    ],
  },
]

export function ShortcutsDialog({ single, onSingle, onClose }: ShortcutsDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      title={<Text fw={650}>{shortcutsTexts.keys}</Text>}
      closeButtonProps={{ 'aria-label': shortcutsTexts.close }}
    >
      <Stack>
        {groups().map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <Title order={3} fz="sm" c="dimmed" mb={4}>
              {title}
            </Title>
            <dl className={styles.keys}>
              {keys.map(([names, does]) => (
                <div key={does}>
                  <dt>
                    {names.map((name) => (
                      <Kbd key={name}>{name}</Kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Switch
          label={shortcutsTexts.single}
          description={shortcutsTexts.singleHint}
          checked={single}
          onChange={(event) => onSingle(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  )
}

export interface ShortcutsDialogProps {
  /** Whether single letters are shortcuts. */
  single: boolean
  onSingle: (single: boolean) => void
  onClose: () => void
}
