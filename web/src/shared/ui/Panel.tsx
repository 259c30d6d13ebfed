// The card of the whole app: surface, thin border, soft shadow.
import { type ElementProps, Paper, type PaperProps } from '@mantine/core'
import styles from './Panel.module.css'

interface PanelProps extends PaperProps, ElementProps<'div', keyof PaperProps> {
  /** A section needs a name: `aria-label` or `aria-labelledby`. */
  component?: 'div' | 'section'
}

export function Panel({ children, component = 'div', ...rest }: PanelProps) {
  return (
    <Paper
      component={component as 'div'}
      className={styles.panel}
      p={{ base: 'md', sm: 'lg' }}
      radius="lg"
      {...rest}
    >
      {children}
    </Paper>
  )
}
