// A picture over the page: all of it at first, and twice as large to be moved about when it is pressed.
import './modalStyles'
import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import styles from './EnlargedDialog.module.css'
import { messages } from './messages'

const words = messages.kit

export function EnlargedDialog({ src, smaller, alt, onClose }: EnlargedDialogProps) {
  const [large, setLarge] = useState(false)
  const shown = useLoaded(src) ?? smaller
  useBackButton(onClose)
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
      <button
        type="button"
        data-autofocus
        className={styles.picture}
        aria-label={words.large}
        aria-pressed={large}
        onClick={() => setLarge(!large)}
      >
        <img src={shown} alt={alt} />
      </button>
    </Modal>
  )
}

/** The address once what it names is there. */
function useLoaded(src: string): string | null {
  const [loaded, setLoaded] = useState<string | null>(null)
  useEffect(() => {
    const image = new Image()
    image.onload = () => setLoaded(src)
    image.src = src
  }, [src])
  return loaded
}

/** A telephone's way back closes what lies over the page first, where the browser can tell of it. */
function useBackButton(onClose: () => void) {
  useEffect(() => {
    if (!window.CloseWatcher) return
    const watcher = new window.CloseWatcher()
    watcher.onclose = onClose
    return () => watcher.destroy()
  }, [onClose])
}

interface EnlargedDialogProps {
  src: string
  /** What is shown until that is there, and where it cannot be had. */
  smaller: string
  alt: string
  onClose: () => void
}
