// A picture over the page: as wide as the window, and moved about where it has more to show.
import './modalStyles'
import { Modal } from '@mantine/core'
import { useState } from 'react'
import styles from './EnlargedDialog.module.css'
import { messages } from './messages'

const words = messages.kit

export function EnlargedDialog({ src, smaller, alt, onClose }: EnlargedDialogProps) {
  const [failed, setFailed] = useState(false)
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={alt || words.picture}
      closeButtonProps={{ 'aria-label': words.closePicture }}
      classNames={{ content: styles.content, body: styles.body }}
      data-own-keys
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: moved about by the arrow keys */}
      <div className={styles.box} tabIndex={0} data-autofocus>
        <img
          className={styles.picture}
          src={failed ? smaller : src}
          alt={alt}
          onError={() => setFailed(true)}
        />
      </div>
    </Modal>
  )
}

interface EnlargedDialogProps {
  src: string
  smaller: string
  alt: string
  onClose: () => void
}
