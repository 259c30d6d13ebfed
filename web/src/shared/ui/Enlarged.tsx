// Shows a picture large when its button (`data-enlarge`) is pressed. Rendered once for all pages,
// because most pictures are inside rich text, outside of React.
import { useWindowEvent } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { lazyPart } from './lazyPart'
import { uiTexts } from './messages'
import { notify } from './notify'
import { whole } from './pictures'

export function Enlarged() {
  const [pressed, setPressed] = useState<HTMLElement | null>(null)
  useWindowEvent('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-enlarge]') : null
    if (button instanceof HTMLElement) setPressed(button)
  })
  const picture = pressed?.querySelector('img') ?? pressed?.parentElement?.querySelector('img')
  const close = () => {
    setPressed(null)
    pressed?.focus()
  }
  return (
    picture && (
      <EnlargedDialog
        src={whole(picture.src)}
        smaller={picture.src}
        alt={picture.alt}
        onClose={close}
      />
    )
  )
}

const EnlargedDialog = lazyPart(
  () => import('./EnlargedDialog').then((m) => m.EnlargedDialog),
  NotLoaded,
)

function NotLoaded({ onClose }: { onClose: () => void }) {
  useEffect(() => {
    notify.error(uiTexts.notEnlarged)
    onClose()
  }, [onClose])
  return null
}
