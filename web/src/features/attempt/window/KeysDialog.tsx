// The keys of the window, and the switch that turns the letters off for those whose
// speech or switch input types letters by itself (WCAG 2.1.4).
import '@/shared/ui/modalStyles'
import { Modal, Stack } from '@mantine/core'
import { messages } from '../messages'
import styles from './test.module.css'
import { useLetterKeys } from './useLetterKeys'

const words = messages.test
const keys = (): [string, string][] => [
  ['A B C D E', words.keyChoose],
  ['N', words.keyNext],
  ['P', words.keyPrevious],
  ['S', words.keySubmit],
  ['R', words.keyReturn],
  ['Y', words.keyYes],
]

export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [on, setOn] = useLetterKeys()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={words.keysTitle}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <Stack>
        <table className={styles.keys}>
          <tbody>
            {keys().map(([letters, does]) => (
              <tr key={letters}>
                <th scope="row">
                  {letters.split(' ').map((letter) => (
                    <kbd key={letter}>{letter}</kbd>
                  ))}
                </th>
                <td>{does}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <label className={styles.useKeys}>
          <input
            type="checkbox"
            role="switch"
            checked={on}
            aria-checked={on}
            onChange={(event) => setOn(event.currentTarget.checked)}
          />
          {words.useKeys}
        </label>
      </Stack>
    </Modal>
  )
}
