// A result as text or picture, to WhatsApp first: by the device's own sharing where there is one, else
// to be copied or saved.
import '@/shared/ui/modalStyles'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { Copy, Download, ImageIcon, MessageCircle, Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Quiz } from '@/shared/api/types'
import { paths } from '@/shared/paths'
import { useUser } from '@/shared/session/useSession'
import { Checkbox } from '@/shared/ui/Checkbox'
import { saveFile } from '@/shared/ui/saveFile'
import { canShare, whatsAppLink } from '@/shared/ui/sharing'
import { shareTexts } from './messages'
import type { ShareDialogProps } from './ShareButton'
import styles from './share.module.css'
import { draw, fileOf, linesOf } from './sharePicture'
import { shareText } from './shareText'

export function ShareDialog({ quiz, onClose }: ShareDialogProps) {
  const user = useUser()
  const [named, setNamed] = useState(false)
  const [said, setSaid] = useState('')
  const name = named && user ? `${user.first_name} ${user.last_name}`.trim() : null
  const text = shareText(quiz, name, new URL(paths.home, window.location.origin).href)
  const { canvas, file } = usePicture(quiz, name)

  const share = (data: ShareData) =>
    navigator.share(data).catch((thrown: Error) => {
      // Closed without choosing where to.
      if (thrown.name !== 'AbortError') setSaid(shareTexts.notShared)
    })
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid(shareTexts.copied)
    } catch {
      setSaid(shareTexts.notCopied)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={shareTexts.title}
      closeButtonProps={{ 'aria-label': shareTexts.close }}
    >
      <Stack gap="sm">
        <Text className={styles.text} aria-label={shareTexts.text} role="group">
          {text}
        </Text>
        <canvas
          ref={canvas}
          className={styles.picture}
          role="img"
          aria-label={shareTexts.picture}
        />
        <Checkbox
          label={shareTexts.addName}
          checked={named}
          onChange={(event) => setNamed(event.currentTarget.checked)}
        />
        <Text fz="sm" c="dimmed">
          {shareTexts.about}
        </Text>
        <Group gap="sm" grow preventGrowOverflow={false}>
          <Button
            component="a"
            href={whatsAppLink(text)}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={shareTexts.opensApp}
            leftSection={<MessageCircle size={18} aria-hidden />}
          >
            {shareTexts.whatsApp}
          </Button>
          {canShare({ text }) ? (
            <Button
              variant="default"
              leftSection={<Share2 size={18} aria-hidden />}
              onClick={() => share({ text })}
            >
              {shareTexts.asText}
            </Button>
          ) : (
            <Button
              variant="default"
              leftSection={<Copy size={18} aria-hidden />}
              onClick={() => void copy()}
            >
              {shareTexts.copy}
            </Button>
          )}
          {file && canShare({ files: [file] }) ? (
            <Button
              variant="default"
              leftSection={<ImageIcon size={18} aria-hidden />}
              onClick={() => share({ files: [file], text })}
            >
              {shareTexts.asPicture}
            </Button>
          ) : (
            <Button
              variant="default"
              disabled={file === null}
              leftSection={<Download size={18} aria-hidden />}
              onClick={() => file && saveFile(file.name, file)}
            >
              {shareTexts.savePicture}
            </Button>
          )}
        </Group>
        <Text fz="sm" role="status">
          {said}
        </Text>
      </Stack>
    </Modal>
  )
}

/** The picture, drawn anew for another name; made before it is asked for, because sharing must follow the press. */
function usePicture(quiz: Quiz, name: string | null) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [file, setFile] = useState<File | null>(null)
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    let gone = false
    setFile(null)
    draw(element, linesOf(quiz, name))
    void fileOf(element).then((made) => {
      if (!gone) setFile(made)
    })
    return () => {
      gone = true
    }
  }, [quiz, name])
  return { canvas, file }
}
