// The list of shortcuts, and the switch for single letters.
import { Kbd, Modal, Stack, Switch, Text, Title } from '@mantine/core'
import { mod, words } from './messages'
import styles from './shortcuts.module.css'

const groups = (): { title: string; keys: [keys: string[], does: string][] }[] => [
  {
    title: words.anywhere,
    keys: [
      [[`${mod} K`], words.palette],
      [['?'], words.help],
    ],
  },
  {
    title: words.inLists,
    keys: [
      [['j'], words.next],
      [['k'], words.previous],
      [['Enter'], words.openRow],
      [['e'], words.edit],
      [['x'], words.choose],
      [['Delete'], words.delete],
      [['/'], words.search],
      [['n'], words.nextPage],
      [['p'], words.previousPage],
      [['a'], words.add],
    ],
  },
  {
    title: words.inForms,
    keys: [
      [[`${mod} S`, `${mod} Enter`], words.save],
      [[`${mod} Shift Enter`], words.another],
      [['Alt F10', 'Esc'], words.toolbar],
      [['['], words.before],
      [[']'], words.after],
    ],
  },
  {
    title: words.inGrading,
    keys: [
      [['1', '2', '3', '4', '5'], words.grade],
      [['d'], words.declare],
      [['y'], words.yes],
    ],
  },
  {
    title: words.inQueue,
    keys: [
      [['f'], words.fine],
      [['c'], words.correct],
      [['w'], words.withdraw],
      [['r'], words.retire],
    ],
  },
]

export function ShortcutsDialog({ single, onSingle, onClose }: ShortcutsDialogProps) {
  return (
    <Modal
      opened
      onClose={onClose}
      centered
      title={<Text fw={650}>{words.keys}</Text>}
      closeButtonProps={{ 'aria-label': words.close }}
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
          label={words.single}
          description={words.singleHint}
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
