// The keys of the window, and the switch that turns the letters off for those whose
// speech or switch input types letters by itself (WCAG 2.1.4).
import { Kbd, Modal, Stack, Switch, Table } from '@mantine/core'
import { useLetterKeys } from './useLetterKeys'

const keys: [string, string][] = [
  ['A B C D E', 'Choose an option'],
  ['N', 'Next question'],
  ['P', 'Previous question'],
  ['S', 'Submit the test (asks first)'],
  ['R', 'Return from that question'],
  ['Y', 'Yes to that question'],
]

export function KeysDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const [on, setOn] = useLetterKeys()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keys, as in the real UTME"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack>
        <Table>
          <Table.Tbody>
            {keys.map(([letters, does]) => (
              <Table.Tr key={letters}>
                <Table.Th scope="row">
                  {letters.split(' ').map((letter) => (
                    <Kbd key={letter} mr={4}>
                      {letter}
                    </Kbd>
                  ))}
                </Table.Th>
                <Table.Td>{does}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Switch
          label="Use these keys"
          checked={on}
          onChange={(event) => setOn(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  )
}
