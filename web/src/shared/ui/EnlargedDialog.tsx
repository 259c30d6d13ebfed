// A picture over the page: first fitted to the screen, then, when pressed, at twice the size to be
// moved about.
import './modalStyles'
import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { uiTexts } from '@/shared/i18n/common'
import styles from './EnlargedDialog.module.css'

declare global {
  interface Window {
    /** Not in all browsers: a telephone's way back, and Escape. */
    CloseWatcher?: new () => { onclose: (() => void) | null; destroy: () => void }
  }
}

export function EnlargedDialog({ src, smaller, alt, onClose }: EnlargedDialogProps) {
  const [large, setLarge] = useState(false)
  const shown = useLoaded(src) ?? smaller
  useBackButton(onClose)
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      title={alt || uiTexts.picture}
      closeButtonProps={{ 'aria-label': uiTexts.closePicture }}
      classNames={{ content: styles.content, body: styles.body }}
      data-own-keys
    >
      <button
        type="button"
        data-autofocus
        className={styles.picture}
        aria-label={uiTexts.large}
        aria-pressed={large}
        onClick={() => setLarge(!large)}
      >
        <img src={shown} alt={alt} />
      </button>
    </Modal>
  )
}

/** The address, once its picture has loaded; null before. */
function useLoaded(src: string): string | null {
  const [loaded, setLoaded] = useState<string | null>(null)
  useEffect(() => {
    const image = new Image()
    image.onload = () => setLoaded(src)
    image.src = src
  }, [src])
  return loaded
}

/** Makes the phone's back button close the dialog first, in browsers that support it. */
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
  /** Shown until the large picture has loaded, and where it cannot be loaded. */
  smaller: string
  alt: string
  onClose: () => void
}
