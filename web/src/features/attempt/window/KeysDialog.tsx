// The keys of the window, and the switch that turns the letters off for those whose
// speech or switch input types letters by itself (WCAG 2.1.4).
import '@/shared/ui/modalStyles'
import { Modal, Stack } from '@mantine/core'
import { testTexts } from '../messages'
import styles from './test.module.css'
import { useLetterKeys } from './useLetterKeys'

const keys = (): [string, string][] => [
  ['A B C D E', testTexts.keyChoose],
  ['N', testTexts.keyNext],
  ['P', testTexts.keyPrevious],
  ['S', testTexts.keySubmit],
  ['R', testTexts.keyReturn],
  ['Y', testTexts.keyYes],
]

export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [on, setOn] = useLetterKeys()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={testTexts.keysTitle}
      closeButtonProps={{ 'aria-label': testTexts.close }}
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
          {testTexts.useKeys}
        </label>
      </Stack>
    </Modal>
  )
}
